"""Cookies, content security policy, static files, languages and time zones."""

import sys

from csp.constants import NONE, SELF

from epic_events.settings.environment import BASE_DIR, DEBUG, GATHERED_STATIC, HTTPS, TESTING, VAR_DIR, env

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# Subdomains and preload lists belong to the owner of the whole domain, see docs/threats.md.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "epic_events.web.form_recovery.csrf_failure"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # whitenoise warns if it does not exist
STATICFILES_DIRS = [BASE_DIR / "epic_events" / "static"]
# The start command has just collected the files; otherwise check whether they have been collected before.
_gathered = GATHERED_STATIC or "collectstatic" in sys.argv or (STATIC_ROOT / "staticfiles.json").exists()
# Tests use the source files, except browser tests, for which the whole site runs.
_as_written = DEBUG or (TESTING and not env.bool("TEST_DATABASE_FILE", default=False))
_hashed_static = _gathered and not _as_written
WHITENOISE_USE_FINDERS = not _hashed_static
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "epic_events.infra.static_files.HashedFiles"
        if _hashed_static
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024  # bytes without files; below it, forms validate their own limits
if TESTING:
    WHITENOISE_AUTOREFRESH = True  # find files on request instead of listing them for every test client

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = ["epic_events.formats"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
]  # each has a complete catalogue, checked by a test
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True
LOCALE_PATHS = [BASE_DIR / "epic_events" / "locale"]
