"""Django settings by topic; environment variables are read in ``environment``."""

from epic_events.settings.accounts import *
from epic_events.settings.api import *
from epic_events.settings.applications import *
from epic_events.settings.background_work import *
from epic_events.settings.connections import *
from epic_events.settings.environment import *
from epic_events.settings.web import *
