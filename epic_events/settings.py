"""Settings of the site: everything a deployment may change comes from the environment, with safe embedded defaults.

A bad value stops the start with one line that names the variable and says what would be right.
"""

import contextlib
import os
import secrets
import sys
from base64 import urlsafe_b64decode
from email.utils import parseaddr
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError
from kombu import Exchange, Queue
from redis.backoff import NoBackoff
from redis.retry import Retry

from epic_events.running import logs

BASE_DIR = Path(__file__).resolve().parent.parent
env = Env()
REPLAY_TIME_LIMIT = 75  # seconds after which a worker gives a replay up; a lease is longer: no run outlives its claim
os.umask(0o077)  # what the site writes (database, uploads, secrets, logs) is for the account it runs under alone

try:
    VAR_DIR = env.path("VAR_DIR", BASE_DIR / "var")
    DEBUG = env.bool("DEBUG", default=False)
    HTTPS = env.bool("HTTPS", default=False)
    PROXIES = env.int("PROXIES", default=0)  # how many stand in front; the network address is read past that many
    GATHERED_STATIC = env.bool("GATHERED_STATIC", default=False)  # the start gathers the static files itself
    _demo: bool | None = env.bool("DEMO", default=None)
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
    CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
    SITE_NAME = env.str("SITE_NAME", default="Epic Events")
    DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Epic Events <desk@localhost>")
    REDIS_URL = env.str("REDIS_URL", default=f"unix://{VAR_DIR}/redis.sock")
    REPLAY_LEASE = env.int("REPLAY_LEASE", default=90)  # seconds after which who reads an upload counts as lost
    REPLAY_SILENCE = env.int("REPLAY_SILENCE", default=15)  # seconds after which a silent worker counts as lost
    REPLAY_MEMORY = env.int("REPLAY_MEMORY", default=512)  # megabytes that one replay may take
    ADDRESS_DAYS = env.int("ADDRESS_DAYS", default=30)  # after which the network address of a device is forgotten
    SIGN_UP = env.str("SIGN_UP", default="open")
    CREATE_EVENTS = env.str("CREATE_EVENTS", default="everybody")
    LOG_FORMAT = env.str("LOG_FORMAT", default="line")
    METRICS_TOKEN = env.str("METRICS_TOKEN", default="")  # without one the metrics are for this machine alone
    REVISION = env.str("REVISION", default="")  # what the running code was built from, named by the build
    SENTRY_DSN = env.str("SENTRY_DSN", default="")
    OPENTELEMETRY = env.bool("OPENTELEMETRY", default=False)
    SITE_ADDRESS = env.str("SITE_ADDRESS", default="").rstrip("/")
    VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")  # without one nothing is sent to devices
    PRIVATE_ADDRESSES = env.bool("PRIVATE_ADDRESSES", default=False)
    _secret_key = env.str("SECRET_KEY", default="")
    SECRET_KEY_FALLBACKS: list[str] = env.list(
        "SECRET_KEY_FALLBACKS", default=[]
    )  # earlier keys: what they signed or sealed is read
    _database: dict[str, Any] = env.dj_db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR}/epic.sqlite3")
    _email: dict[str, Any] = env.dj_email_url("EMAIL_URL", default="console://")
except (EnvError, ValueError) as error:
    raise ImproperlyConfigured(f"The environment holds a value that cannot be used: {error}") from error


def _make_private(folder: Path) -> None:
    """Make the folder of what the site keeps; one made by an earlier version, or its database, open to all is closed.

    A folder that somebody chose may serve others too: there only the database is closed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = (folder / f"epic.sqlite3{tail}" for tail in ("", "-wal", "-shm"))
    own = (folder,) if folder == BASE_DIR / "var" else ()
    for path in (*own, *files):
        with contextlib.suppress(FileNotFoundError, PermissionError):  # somebody else's is theirs to close
            mode = path.stat().st_mode & 0o777
            if mode & 0o077:
                path.chmod(mode & 0o700)


_make_private(VAR_DIR)


def _kept_secret_key() -> str:
    """Return the key of this machine: made once, kept in the ignored ``var/`` where only its owner may read it."""
    path = VAR_DIR / "secret-key"
    if not path.exists() or not path.stat().st_size:
        # Written aside and moved in place whole: processes that start together never read half a key.
        with NamedTemporaryFile("w", encoding="ascii", dir=VAR_DIR, prefix="secret-key-", delete=False) as made:
            made.write(secrets.token_urlsafe(50))
        if path.exists():
            Path(made.name).replace(path)  # an empty file, from a machine that stopped in the wrong moment
        else:
            with contextlib.suppress(FileExistsError):  # another process was faster
                path.hardlink_to(made.name)
            Path(made.name).unlink()
    return path.read_text(encoding="ascii").strip()


SECRET_KEY = _secret_key or _kept_secret_key()
if len(SECRET_KEY) < 20:
    raise ImproperlyConfigured("SECRET_KEY is too short: use at least 20 random characters, or leave it unset.")
if any(len(_key) < 20 for _key in SECRET_KEY_FALLBACKS):
    raise ImproperlyConfigured("SECRET_KEY_FALLBACKS names a key that is too short: it holds earlier secret keys.")
if PROXIES < 0:
    raise ImproperlyConfigured(f"PROXIES is {PROXIES}: it counts the proxies in front of the site, from 0.")
if REPLAY_LEASE <= REPLAY_TIME_LIMIT:
    raise ImproperlyConfigured(
        f"REPLAY_LEASE is {REPLAY_LEASE}: a lease has more than {REPLAY_TIME_LIMIT} seconds, "
        "or a replay is given to a second worker while the first is at it."
    )
if REPLAY_SILENCE < 1:
    raise ImproperlyConfigured(f"REPLAY_SILENCE is {REPLAY_SILENCE}: a worker may be silent for at least a second.")
if REPLAY_MEMORY < 64:
    raise ImproperlyConfigured(f"REPLAY_MEMORY is {REPLAY_MEMORY}: a replay needs at least 64 megabytes.")
if ADDRESS_DAYS < 1:
    raise ImproperlyConfigured(f"ADDRESS_DAYS is {ADDRESS_DAYS}: addresses are kept for at least a day.")
if not ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS is empty, so no browser could ask: name the site's addresses, or leave it unset."
    )
if _not_a_name := next((host for host in ALLOWED_HOSTS if "/" in host or " " in host), None):
    raise ImproperlyConfigured(
        f"ALLOWED_HOSTS names {_not_a_name!r}: write names only, like events.example.org,.example.com or *."
    )
if not SITE_ADDRESS:  # under which mails name the site: the first name by which browsers may ask
    _host = next((host for host in ALLOWED_HOSTS if not host.startswith((".", "*"))), "localhost")
    SITE_ADDRESS = f"https://{_host}" if HTTPS else f"http://{_host}:8000"
if urlsplit(SITE_ADDRESS).scheme not in {"http", "https"} or not urlsplit(SITE_ADDRESS).hostname:
    raise ImproperlyConfigured(f"SITE_ADDRESS is {SITE_ADDRESS!r}: it must look like https://events.example.org.")
VAPID_SUBJECT = f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}"  # whom push services ask when something is wrong
if VAPID_PRIVATE_KEY:
    try:
        _whole = len(urlsafe_b64decode(VAPID_PRIVATE_KEY + "=" * (-len(VAPID_PRIVATE_KEY) % 4))) == 32
    except ValueError:
        _whole = False
    if not _whole:
        raise ImproperlyConfigured("VAPID_PRIVATE_KEY is no key: make one with manage.py push_key, or leave it unset.")
if (_scheme := urlsplit(REDIS_URL).scheme) not in {"redis", "rediss", "unix"}:
    raise ImproperlyConfigured(
        f"REDIS_URL begins with {_scheme!r}: it must look like redis://host:6379/0 or unix:///path/redis.sock."
    )

if LOG_FORMAT not in logs.FORMS:
    raise ImproperlyConfigured(f"LOG_FORMAT is {LOG_FORMAT!r}: it must be one of {', '.join(logs.FORMS)}.")
for _name, _known in (("SIGN_UP", ("open", "invited", "closed")), ("CREATE_EVENTS", ("everybody", "organisers"))):
    if globals()[_name] not in _known:
        raise ImproperlyConfigured(f"{_name} is {globals()[_name]!r}: it must be one of {', '.join(_known)}.")
if METRICS_TOKEN and len(METRICS_TOKEN) < 16:
    raise ImproperlyConfigured("METRICS_TOKEN is too short: use at least 16 random characters, or leave it unset.")

# --- database -------------------------------------------------------------------------------------------------------

if "sqlite3" in _database["ENGINE"]:
    # WAL lets readers go on while one writer writes; IMMEDIATE takes the write lock when a transaction begins, so two
    # writers queue up instead of failing in the middle. FULL syncs the log at every commit: what was answered "saved"
    # outlives a power cut.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    if env.bool("TEST_DATABASE_FILE", default=False):  # for tests whose worker is a process of its own
        _database["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
elif "postgresql" in _database["ENGINE"]:
    _database["CONN_MAX_AGE"] = 60
    _database["CONN_HEALTH_CHECKS"] = True
    # Nobody waits for a server that is away, be it before the connection or (milliseconds) in the middle of it.
    _database["OPTIONS"] = {"connect_timeout": 3, "tcp_user_timeout": 15_000, **_database.get("OPTIONS", {})}
else:
    raise ImproperlyConfigured(
        "DATABASE_URL names a database this site does not run on: use sqlite:/// or postgres://."
    )
DATABASES = {"default": _database}

# The demo's passwords stand in its source: unasked, it is shown only where nobody but this machine's people get at it.
LOCAL_HOSTS = {"localhost", "127.0.0.1", "[::1]"}
DEMO: bool = _demo if _demo is not None else "sqlite3" in _database["ENGINE"] and set(ALLOWED_HOSTS) <= LOCAL_HOSTS
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- applications ---------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "epic_events.journal.apps.JournalConfig",
    "epic_events.accounts.apps.AccountsConfig",
    "epic_events.prints.apps.PrintsConfig",
    "epic_events.reference.apps.ReferenceConfig",
    "epic_events.events.apps.EventsConfig",
    "epic_events.pairings.apps.PairingsConfig",
    "epic_events.clock.apps.ClockConfig",
    "epic_events.decks.apps.DecksConfig",
    "epic_events.floor.apps.FloorConfig",
    "epic_events.rulings.apps.RulingsConfig",
    "epic_events.disputes.apps.DisputesConfig",
    "epic_events.notices.apps.NoticesConfig",
    "epic_events.webhooks.apps.WebhooksConfig",
    "epic_events.portal.apps.PortalConfig",
    "epic_events.api.apps.ApiConfig",
    "epic_events.operation.apps.OperationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.usersessions",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "django_filters",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "epic_events.running.observed.ObservedMiddleware",  # outermost: every answer is counted
    "csp.middleware.CSPMiddleware",  # around the rest: redirects, refusals and static files carry the policy too
    "epic_events.operation.probes.ProbesMiddleware",  # asked by machines under any name and without a certificate
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "epic_events.portal.compression.CompressionMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "epic_events.accounts.language.middleware.ReaderLanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "epic_events.portal.middleware.ReaderMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "epic_events.accounts.access.sessions.SeenMiddleware",
    "epic_events.portal.sending.SendingMiddleware",
    "epic_events.portal.middleware.UserErrorMiddleware",
    "epic_events.portal.middleware.SignedOutMiddleware",
    "epic_events.portal.oversized.OversizedMiddleware",
]

ROOT_URLCONF = "epic_events.urls"
WSGI_APPLICATION = "epic_events.wsgi.application"
ASGI_APPLICATION = "epic_events.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "epic_events.portal.context.site",
            ],
        },
    }
]

# --- people ---------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "portal:home"
ACCOUNT_LOGOUT_REDIRECT_URL = "portal:home"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "name*", "password1*"]
ACCOUNT_SIGNUP_FORM_CLASS = "epic_events.accounts.forms.NameForm"
ACCOUNT_ADAPTER = "epic_events.accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "epic_events.accounts.models.display_name"
ACCOUNT_FORMS = {"signup": "epic_events.accounts.access.sign_up.SignUpForm"}
# Who signs up gives a code from the mail before being let in: so the site answers the same for every address, and
# nobody has an account under somebody else's.
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_RATE_LIMITS = {"login_failed_known_device": "10/5m/key"}  # apart from what others try for the same person
ACCOUNT_CHANGE_EMAIL = True  # one address an account: a new one takes the place of the old once it is confirmed
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600  # seconds for which a password or code given once is enough
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_ADAPTER = "epic_events.accounts.second_factor_adapter.SecondFactorAdapter"
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # periods of 30 seconds by which the clock of a phone may be wrong
# Browsers offer passkeys over HTTPS, and without it to this machine alone; there the address is no name of a site.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES  # its limits count by network address

# --- the web --------------------------------------------------------------------------------------------------------

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "epic_events.portal.stale_forms.stale_form"
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
STATIC_ROOT.mkdir(exist_ok=True)  # where it is missing, whitenoise warns at every start
STATICFILES_DIRS = [BASE_DIR / "epic_events" / "static"]
TESTING = "pytest" in sys.modules
# Who starts the site has just gathered the files and says so; elsewhere it counts whether anybody ever did.
_gathered = GATHERED_STATIC or "collectstatic" in sys.argv or (STATIC_ROOT / "staticfiles.json").exists()
_hashed_static = _gathered and not DEBUG and not TESTING
WHITENOISE_USE_FINDERS = not _hashed_static
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "epic_events.running.static_files.HashedFiles"
        if _hashed_static
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024  # bytes without files; up to that a form says itself what it takes

# --- words and times ------------------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
FORMAT_MODULE_PATH = ["epic_events.formats"]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
]  # each with a whole catalogue; a test reads every string
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True
LOCALE_PATHS = [BASE_DIR / "epic_events" / "locale"]

# --- mail, cache, work in the background ----------------------------------------------------------------------------

if "EMAIL_BACKEND" not in _email:
    raise ImproperlyConfigured(
        "EMAIL_URL begins with something unknown: use smtp+tls://user:password@host:587 or console://."
    )
EMAIL_BACKEND = _email["EMAIL_BACKEND"]
EMAIL_HOST = _email.get("EMAIL_HOST", "")
EMAIL_PORT = _email.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = _email.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = _email.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = bool(_email.get("EMAIL_USE_TLS"))
EMAIL_USE_SSL = bool(_email.get("EMAIL_USE_SSL"))
EMAIL_TIMEOUT = 10

REDIS_CACHE: dict[str, Any] = {
    "BACKEND": "epic_events.running.cache.ForgivingRedisCache",
    "LOCATION": REDIS_URL,
    "KEY_PREFIX": "epic",
    # Nobody waits for a Redis that is away.
    "OPTIONS": {"socket_connect_timeout": 0.3, "socket_timeout": 0.5, "retry": Retry(NoBackoff(), 0)},
}
LIMITS_CACHE: dict[str, Any] = {  # what counts attempts to sign in while Redis is away
    "BACKEND": "django.core.cache.backends.db.DatabaseCache",
    "LOCATION": "limits",
    "OPTIONS": {"MAX_ENTRIES": 100_000},  # beyond it some are let go, which would be a way around them
}
CACHES: dict[str, dict[str, Any]] = {"default": REDIS_CACHE, "limits": LIMITS_CACHE}

# Celery calls a socket by another name, and the number of the database on it too.
CELERY_BROKER_URL = (
    REDIS_URL.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=", 1)
    if _scheme == "unix"
    else REDIS_URL
)
CELERY_TASK_IGNORE_RESULT = True  # results are stored by the services, once, in the database
CELERY_TASK_ACKS_LATE = True  # a worker that dies in the middle gives its task back
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,  # seconds
    "priority_steps": [0, 3, 6, 9],  # 0 is served first; see disputes.queue.urgency
    # Whoever queues a replay does not wait for a queue that is away: the sweep asks again.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# A worker without further words serves them all; it may serve one alone, so that no upload keeps a replay waiting.
CELERY_TASK_DEFAULT_QUEUE = "sweeps"
QUEUES = ("replays", "documents", "notices", CELERY_TASK_DEFAULT_QUEUE)
CELERY_TASK_QUEUES = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]  # each task goes to one
CELERY_TASK_ROUTES = {
    "epic_events.disputes.tasks.replay": {"queue": "replays"},
    "epic_events.disputes.tasks.judge_one_anew": {"queue": "replays"},
    "epic_events.reference.tasks.read_document": {"queue": "documents"},
    "epic_events.prints.tasks.make": {"queue": "documents"},
    "epic_events.notices.tasks.tell": {"queue": "notices"},
    "epic_events.webhooks.tasks.tell": {"queue": "notices"},
}
CELERY_TASK_TIME_LIMIT = REPLAY_TIME_LIMIT
CELERY_TASK_SOFT_TIME_LIMIT = 30  # seconds in which a replay has to end; the worst that limits let through takes five
# A process that has grown is replaced after its task: what one hard replay took, the machine gets back.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000  # kilobytes; one that has replayed nothing yet takes 150,000
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "epic_events.running.beat:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
_SWEPT = {"schedule": 10.0, "options": {"expires": 10.0}}  # seconds; without a worker they do not pile up
CELERY_BEAT_SCHEDULE = {
    "sweep-lost-replays": {"task": "epic_events.disputes.tasks.sweep_lost_replays", **_SWEPT},
    "sweep-lost-readings": {"task": "epic_events.reference.tasks.sweep_lost_readings", **_SWEPT},
    "sweep-lost-prints": {"task": "epic_events.prints.tasks.sweep_lost", **_SWEPT},
    "forget-prints": {"task": "epic_events.prints.tasks.forget_old", "schedule": 3600.0},  # seconds
    "call-time": {"task": "epic_events.clock.tasks.call_due", "schedule": 5.0, "options": {"expires": 5.0}},
    "tell": {"task": "epic_events.notices.tasks.tell", "schedule": 5.0, "options": {"expires": 5.0}},
    "send-webhooks": {"task": "epic_events.webhooks.tasks.tell", "schedule": 5.0, "options": {"expires": 5.0}},
    "forget-webhooks": {"task": "epic_events.webhooks.tasks.forget_old", "schedule": 86_400.0},  # seconds
    "remind": {"task": "epic_events.notices.tasks.remind", "schedule": 600.0, "options": {"expires": 600.0}},
    "forget-unanswered": {"task": "epic_events.reference.tasks.forget_unanswered", "schedule": 86_400.0},  # seconds
    "forget-addresses": {"task": "epic_events.accounts.tasks.forget_addresses", "schedule": 86_400.0},  # seconds
    "look-again-at-rulings": {"task": "epic_events.rulings.tasks.look_again", "schedule": 3600.0},  # seconds
}

# --- the API --------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "epic_events.api.tokens.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    # Every endpoint names its own permission; one that forgets is closed.
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAdminUser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PAGINATION_CLASS": "epic_events.api.pagination.Pages",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_VERSIONING_CLASS": None,
    "ALLOWED_VERSIONS": ["v1"],  # what ?version= of the description may say; anything else would end up in a header
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": "120/min",
        "user": "600/min",
        "replay": "30/min",
        "search": "120/min",
        "complete": "600/min",
    },
    "NUM_PROXIES": PROXIES,
    "URL_FORMAT_OVERRIDE": None,
    "EXCEPTION_HANDLER": "epic_events.api.errors.handle",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Epic Events API",
    "DESCRIPTION": "Events, rounds, standings, decklists, rules, cards and disputes.",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "DEFAULT_GENERATOR_CLASS": "epic_events.api.schema.Generator",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "ENFORCE_NON_BLANK_FIELDS": True,  # of what is sent alone: see the generator
    "ENUM_NAME_OVERRIDES": {
        "StageKindEnum": "epic_events.events.models.Stage.Kind",
        "StateEnum": "epic_events.reference.documents.api.STATES",
        "BestOfEnum": "epic_events.events.life_api.BEST_OF",
        "ClockStateEnum": "epic_events.clock.reads.STATES",
        "RulingStatusEnum": "epic_events.rulings.models.Ruling.Status",
        "MatterStatusEnum": "epic_events.floor.models.Matter.Status",
    },
}

# --- what those who look after the site watch -----------------------------------------------------------------------

LOGGING: dict[str, Any] = logs.configuration(LOG_FORMAT)
if not TESTING:  # all processes of this machine count into one folder; the library reads where from the environment
    _counted = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(VAR_DIR / "metrics")))
    _counted.mkdir(parents=True, exist_ok=True)

if TESTING:
    WHITENOISE_AUTOREFRESH = True  # files are looked up when asked for, not listed anew for every client of every test
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    CACHES["default"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
