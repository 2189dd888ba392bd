"""Settings of the load test: measured responses and a minimal page."""

from epic_events.settings import *  # noqa: F403 - the site's settings are what is measured
from epic_events.settings import MIDDLEWARE as OF_THE_SITE

ROOT_URLCONF = "tools.load.urls"
MIDDLEWARE = ["tools.load.middleware.MeasuringMiddleware", *OF_THE_SITE]
