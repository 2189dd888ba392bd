"""Django settings by topic; environment variables are read in ``environment``."""

from epic_events.settings.accounts import *
from epic_events.settings.api import *
from epic_events.settings.applications import *
from epic_events.settings.background_work import *
from epic_events.settings.databases import *
from epic_events.settings.environment import *
from epic_events.settings.mail_and_caches import *
from epic_events.settings.monitoring import *
from epic_events.settings.web import *
