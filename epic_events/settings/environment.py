"""Settings read from environment variables, with safe embedded defaults.

An invalid value stops the start with one line that names the variable and the valid values.
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
from urllib.parse import parse_qs, urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError

from epic_events.infra import log_format

BASE_DIR = Path(__file__).resolve().parents[2]
TESTING = "pytest" in sys.modules
env = Env()
REPLAY_TIME_LIMIT = 75  # seconds; shorter than a lease, so that no replay continues after its lease has expired
os.umask(0o077)  # files of the site (database, uploads, secrets, logs) are private to its system account

try:
    VAR_DIR = env.path("VAR_DIR", BASE_DIR / "var")
    DEBUG = env.bool("DEBUG", default=False)
    HTTPS = env.bool("HTTPS", default=False)
    PROXIES = env.int("PROXIES", default=0)  # trusted proxies in front of the site
    GATHERED_STATIC = env.bool("GATHERED_STATIC", default=False)  # static files were just collected
    demo_asked_for: bool | None = env.bool("DEMO", default=None)
    ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
    CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])
    SITE_NAME = env.str("SITE_NAME", default="Epic Events")
    DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Epic Events <desk@localhost>")
    REDIS_URL = env.str("REDIS_URL", default=f"unix://{VAR_DIR}/redis.sock")
    JOB_HEARTBEAT_TIMEOUT = env.int("JOB_HEARTBEAT_TIMEOUT", default=15)  # seconds after which a lease expires
    REPLAY_MEMORY = env.int("REPLAY_MEMORY", default=512)  # megabytes per replay
    ADDRESS_DAYS = env.int("ADDRESS_DAYS", default=30)  # retention period of IP addresses
    SIGN_UP = env.str("SIGN_UP", default="open")
    CREATE_EVENTS = env.str("CREATE_EVENTS", default="everybody")
    LOG_FORMAT = env.str("LOG_FORMAT", default="line")
    METRICS_TOKEN = env.str("METRICS_TOKEN", default="")  # without it, metrics are available only from localhost
    REVISION = env.str("REVISION", default="")  # revision of the source code, set by the build
    SENTRY_DSN = env.str("SENTRY_DSN", default="")
    OPENTELEMETRY = env.bool("OPENTELEMETRY", default=False)
    SITE_ADDRESS = env.str("SITE_ADDRESS", default="").rstrip("/")
    _port = env.str("PORT", default="") or "8000"  # port of ``make run``, which also validates it
    VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", default="")  # without it, the key in the database
    PRIVATE_ADDRESSES = env.bool("PRIVATE_ADDRESSES", default=False)
    CHANGE_STREAMS = env.int("CHANGE_STREAMS", default=1)  # per web process; each occupies a thread
    _secret_key = env.str("SECRET_KEY", default="")
    SECRET_KEY_FALLBACKS: list[str] = env.list(
        "SECRET_KEY_FALLBACKS", default=[]
    )  # earlier keys, still accepted for signed and encrypted data
    database: dict[str, Any] = env.dj_db_url("DATABASE_URL", default=f"sqlite:///{VAR_DIR}/epic.sqlite3")
    email: dict[str, Any] = env.dj_email_url("EMAIL_URL", default="console://")
except (EnvError, ValueError) as error:
    raise ImproperlyConfigured(f"The environment holds a value that cannot be used: {error}") from error


def _make_private(folder: Path) -> None:
    """Create the site's data folder with access for its owner only.

    Access to an existing database is restricted too. A folder that an administrator configured may be shared; only the
    database in it is restricted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = (folder / f"epic.sqlite3{tail}" for tail in ("", "-wal", "-shm"))
    own = (folder,) if folder == BASE_DIR / "var" else ()
    for path in (*own, *files):
        with contextlib.suppress(FileNotFoundError, PermissionError):  # a file of another user cannot be changed
            mode = path.stat().st_mode & 0o777
            if mode & 0o077:
                path.chmod(mode & 0o700)


_make_private(VAR_DIR)


def _load_secret_key() -> str:
    """Return this machine's secret key.

    It is created once in ``var/`` and readable by its owner only.
    """
    path = VAR_DIR / "secret-key"
    if not path.exists() or not path.stat().st_size:
        # Write a temporary file and rename it: processes that start at the same time never read an incomplete key.
        with NamedTemporaryFile("w", encoding="ascii", dir=VAR_DIR, prefix="secret-key-", delete=False) as file:
            file.write(secrets.token_urlsafe(50))
        if path.exists():
            Path(file.name).replace(path)  # an empty file, left by a crash
        else:
            with contextlib.suppress(FileExistsError):  # another process was faster
                path.hardlink_to(file.name)
            Path(file.name).unlink()
    return path.read_text(encoding="ascii").strip()


SECRET_KEY = _secret_key or _load_secret_key()
if len(SECRET_KEY) < 20:
    raise ImproperlyConfigured("SECRET_KEY is too short: use at least 20 random characters, or leave it unset.")
if any(len(_key) < 20 for _key in SECRET_KEY_FALLBACKS):
    raise ImproperlyConfigured("SECRET_KEY_FALLBACKS names a key that is too short: it holds earlier secret keys.")
if PROXIES < 0:
    raise ImproperlyConfigured(f"PROXIES is {PROXIES}: it counts the proxies in front of the site, from 0.")
if JOB_HEARTBEAT_TIMEOUT < 1:
    raise ImproperlyConfigured(f"JOB_HEARTBEAT_TIMEOUT is {JOB_HEARTBEAT_TIMEOUT}: give at least 1 second.")
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
if not SITE_ADDRESS:  # for links in e-mails; by default the first allowed host
    _host = next((host for host in ALLOWED_HOSTS if not host.startswith((".", "*"))), "localhost")
    SITE_ADDRESS = f"https://{_host}" if HTTPS else f"http://{_host}:{_port}"
if urlsplit(SITE_ADDRESS).scheme not in {"http", "https"} or not urlsplit(SITE_ADDRESS).hostname:
    raise ImproperlyConfigured(f"SITE_ADDRESS is {SITE_ADDRESS!r}: it must look like https://events.example.org.")
# Contact for the operators of push services; Apple's refuses addresses of localhost.
_contact = parseaddr(DEFAULT_FROM_EMAIL)[1]
_is_local = _contact.endswith("@localhost") and SITE_ADDRESS.startswith("https://")
VAPID_SUBJECT = SITE_ADDRESS if _is_local else f"mailto:{_contact}"
if VAPID_PRIVATE_KEY:
    try:
        _whole = len(urlsafe_b64decode(VAPID_PRIVATE_KEY + "=" * (-len(VAPID_PRIVATE_KEY) % 4))) == 32
    except ValueError:
        _whole = False
    if not _whole:
        raise ImproperlyConfigured("VAPID_PRIVATE_KEY is no key: make one with manage.py push_key, or leave it unset.")
if (redis_scheme := urlsplit(REDIS_URL).scheme) not in {"redis", "rediss", "unix"}:
    raise ImproperlyConfigured(
        f"REDIS_URL begins with {redis_scheme!r}: it must look like redis://host:6379/0 or unix:///path/redis.sock."
    )
if redis_scheme != "unix" and "db" in parse_qs(urlsplit(REDIS_URL).query):  # Celery does not support this form
    raise ImproperlyConfigured("REDIS_URL names its database by ?db=: write it as redis://host:6379/2.")

if LOG_FORMAT not in log_format.FORMS:
    raise ImproperlyConfigured(f"LOG_FORMAT is {LOG_FORMAT!r}: it must be one of {', '.join(log_format.FORMS)}.")
for _name, _known in (("SIGN_UP", ("open", "invited", "closed")), ("CREATE_EVENTS", ("everybody", "organisers"))):
    if globals()[_name] not in _known:
        raise ImproperlyConfigured(f"{_name} is {globals()[_name]!r}: it must be one of {', '.join(_known)}.")
if METRICS_TOKEN and len(METRICS_TOKEN) < 16:
    raise ImproperlyConfigured("METRICS_TOKEN is too short: use at least 16 random characters, or leave it unset.")
