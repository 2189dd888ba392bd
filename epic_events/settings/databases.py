"""Database settings, and whether the demo is shown."""

from django.core.exceptions import ImproperlyConfigured

from epic_events.settings.environment import ALLOWED_HOSTS, VAR_DIR, database, demo_asked_for, env

if "sqlite3" in database["ENGINE"]:
    # WAL lets readers go on while one writer writes; IMMEDIATE takes the write lock when a transaction begins, so two
    # writers queue up instead of failing in the middle. FULL syncs the log at every commit: what was answered "saved"
    # outlives a power cut. Python keeps 128 statements prepared; the site has several hundred, and preparing them again
    # was a tenth of all work on a connection that stays open, as in commands and tests.
    database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "cached_statements": 1000,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    if env.bool("TEST_DATABASE_FILE", default=False):  # for tests whose worker is a process of its own
        database["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
elif "postgresql" in database["ENGINE"]:
    database["ENGINE"] = "epic_events.infra.database.postgresql"
    database["CONN_MAX_AGE"] = 60
    database["CONN_HEALTH_CHECKS"] = True
    # Do not wait for an unavailable server, when connecting (seconds) or later (milliseconds). The queries of
    # every page are planned once per connection, see epic_events/infra/database/compiled_queries.py.
    usual = {"connect_timeout": 3, "tcp_user_timeout": 15_000, "prepare_threshold": 2}
    database["OPTIONS"] = {**usual, **database.get("OPTIONS", {})}
else:
    raise ImproperlyConfigured(
        "DATABASE_URL names a database this site does not run on: use sqlite:/// or postgres://."
    )
DATABASES = {"default": database}

# The passwords of the demo are public: by default it is on only if the site is reachable from this machine alone.
LOCAL_HOSTS = {"localhost", "127.0.0.1", "[::1]"}
DEMO: bool = (
    demo_asked_for
    if demo_asked_for is not None
    else "sqlite3" in database["ENGINE"] and set(ALLOWED_HOSTS) <= LOCAL_HOSTS
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
