"""Mail and cache settings."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from redis.backoff import NoBackoff
from redis.retry import Retry

from epic_events.settings.environment import REDIS_URL, TESTING, email

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
LIMITS_CACHE: dict[str, Any] = {  # what counts attempts to sign in while Redis is away
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "limits",
    "OPTIONS": {"MAX_ENTRIES": 100_000},  # beyond it some are let go, which would be a way around them
}
RANKINGS_CACHE: dict[str, Any] = {  # computed standings of large events, which outlive Redis and an upgrade
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "rankings",
    "OPTIONS": {"MAX_ENTRIES": 1000},
}
CACHES: dict[str, dict[str, Any]] = {"default": REDIS_CACHE, "limits": LIMITS_CACHE, "rankings": RANKINGS_CACHE}
if TESTING:
    CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
