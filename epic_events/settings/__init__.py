"""Settings of the site, by topic: what a deployment may change is read in ``environment``, the rest follows from it."""

from epic_events.settings.api import *
from epic_events.settings.applications import *
from epic_events.settings.databases import *
from epic_events.settings.environment import *
from epic_events.settings.mail_and_caches import *
from epic_events.settings.people import *
from epic_events.settings.watching import *
from epic_events.settings.web import *
from epic_events.settings.work import *
