"""Connections to the database, cache and mail server, and the demo setting.

The setting says whether the demo is shown.
"""

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

from epic_events.settings.databases import complete_settings
from epic_events.settings.environment import (
    ALLOWED_HOSTS,
    REDIS_URL,
    TESTING,
    VAR_DIR,
    database,
    demo_asked_for,
    email,
    env,
)

database = complete_settings(database)
if "sqlite3" in database["ENGINE"] and env.bool("TEST_DATABASE_FILE", default=False):
    database["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}  # for tests with a separate worker process
DATABASES = {"default": database}

# The passwords of the demo are public: by default it is on only if the site is reachable from this machine alone.
LOCAL_HOSTS = {"localhost", "127.0.0.1", "[::1]"}
DEMO: bool = (
    demo_asked_for
    if demo_asked_for is not None
    else "sqlite3" in database["ENGINE"] and set(ALLOWED_HOSTS) <= LOCAL_HOSTS
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


if "EMAIL_BACKEND" not in email:
    raise ImproperlyConfigured(
        "EMAIL_URL begins with something unknown: use smtp+tls://user:password@host:587 or console://."
    )
EMAIL_BACKEND = email["EMAIL_BACKEND"]
EMAIL_HOST = email.get("EMAIL_HOST", "")
EMAIL_PORT = email.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = email.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = email.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = bool(email.get("EMAIL_USE_TLS"))
EMAIL_USE_SSL = bool(email.get("EMAIL_USE_SSL"))
EMAIL_TIMEOUT = 10
if TESTING:
    EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

REDIS_CACHE: dict[str, Any] = {
    "BACKEND": "epic_events.infra.cache.FallbackRedisCache",
    "LOCATION": REDIS_URL,
    "KEY_PREFIX": "epic",
    # Requests do not wait for an unavailable Redis.
    "OPTIONS": {"socket_connect_timeout": 0.3, "socket_timeout": 0.5, "retry": Retry(NoBackoff(), 0)},
}
LIMITS_CACHE: dict[str, Any] = {  # counts sign-in attempts while Redis is unavailable
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "limits",
    "OPTIONS": {"MAX_ENTRIES": 100_000},  # beyond this number entries are evicted, which would circumvent the limits
}
RANKINGS_CACHE: dict[str, Any] = {  # computed standings of large events, kept across restarts and upgrades
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "rankings",
    "OPTIONS": {"MAX_ENTRIES": 1000},
}
CACHES: dict[str, dict[str, Any]] = {"default": REDIS_CACHE, "limits": LIMITS_CACHE, "rankings": RANKINGS_CACHE}
if TESTING:
    CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
