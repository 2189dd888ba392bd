"""The site as it runs, with each answer telling what it took, and with the plainest page beside it to measure by."""

from epic_events.settings import *  # noqa: F403 - the site's settings are what is measured
from epic_events.settings import MIDDLEWARE as OF_THE_SITE

ROOT_URLCONF = "tools.load.urls"
MIDDLEWARE = ["tools.load.measuring.MeasuringMiddleware", *OF_THE_SITE]
