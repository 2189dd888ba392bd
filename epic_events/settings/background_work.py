"""Celery settings: queues, task routes, schedule."""

from kombu import Exchange, Queue

from epic_events.settings.environment import REDIS_URL, REPLAY_TIME_LIMIT, VAR_DIR, redis_scheme

# Celery has another URL scheme for Unix sockets and another parameter for the database number.
CELERY_BROKER_URL = (
    REDIS_URL.replace("unix://", "redis+socket://", 1).replace("?db=", "?virtual_host=", 1)
    if redis_scheme == "unix"
    else REDIS_URL
)
CELERY_TASK_IGNORE_RESULT = True  # services store the results in the database
CELERY_TASK_ACKS_LATE = True  # the task of a crashed worker returns to the queue
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 600,  # seconds
    "priority_steps": [0, 3, 6, 9],  # 0 is served first; see disputes.queue
    # Do not wait for an unavailable queue: the recovery task sends the task again.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.1,
    "socket_connect_timeout": 2,
    "socket_timeout": 5,
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# By default a worker serves all queues; it may serve a single one, so that uploads do not delay replays.
CELERY_TASK_DEFAULT_QUEUE = "sweeps"
QUEUES = ("replays", "documents", "notices", CELERY_TASK_DEFAULT_QUEUE)
CELERY_TASK_QUEUES = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]  # one queue per task
CELERY_TASK_ROUTES = {
    "epic_events.disputes.tasks.replay": {"queue": "replays"},
    "epic_events.disputes.tasks.rejudge_one": {"queue": "replays"},
    "epic_events.reference.tasks.read_document": {"queue": "documents"},
    "epic_events.documents.tasks.make": {"queue": "documents"},
    "epic_events.integrations.notices.tasks.tell": {"queue": "notices"},
    "epic_events.integrations.webhooks.tasks.tell": {"queue": "notices"},
}
CELERY_TASK_TIME_LIMIT = REPLAY_TIME_LIMIT
CELERY_TASK_SOFT_TIME_LIMIT = 30  # seconds for one replay; the slowest record within the limits takes five
# A process that has grown is replaced after its task, which frees the memory of an expensive replay.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000  # kilobytes; a new process uses 150,000
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "epic_events.infra.workers:Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "celerybeat-schedule")
_SWEPT = {"schedule": 10.0, "options": {"expires": 10.0}}  # seconds; expire if there is no worker
CELERY_BEAT_SCHEDULE = {
    "sweep-lost-replays": {"task": "epic_events.disputes.tasks.sweep_lost_replays", **_SWEPT},
    "sweep-lost-readings": {"task": "epic_events.reference.tasks.sweep_lost_readings", **_SWEPT},
    "sweep-lost-prints": {"task": "epic_events.documents.tasks.sweep_lost", **_SWEPT},
    "forget-prints": {"task": "epic_events.documents.tasks.forget_old", "schedule": 3600.0},  # seconds
    "call-time": {
        "task": "epic_events.judging.clock.tasks.call_time_when_due",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "tell": {"task": "epic_events.integrations.notices.tasks.tell", "schedule": 5.0, "options": {"expires": 5.0}},
    "send-webhooks": {
        "task": "epic_events.integrations.webhooks.tasks.tell",
        "schedule": 5.0,
        "options": {"expires": 5.0},
    },
    "forget-webhooks": {"task": "epic_events.integrations.webhooks.tasks.forget_old", "schedule": 86_400.0},  # seconds
    "remind": {
        "task": "epic_events.integrations.notices.tasks.remind",
        "schedule": 600.0,
        "options": {"expires": 600.0},
    },
    "forget-unanswered": {"task": "epic_events.reference.tasks.forget_unanswered", "schedule": 86_400.0},  # seconds
    "forget-addresses": {"task": "epic_events.accounts.tasks.forget_addresses", "schedule": 86_400.0},  # seconds
    "flag-outdated-rulings": {
        "task": "epic_events.judging.rulings.tasks.flag_outdated_rulings",
        "schedule": 3600.0,
    },  # seconds
}
