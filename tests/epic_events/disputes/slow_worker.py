"""Celery application in a worker that pauses during a replay.

The pause is in the database connection: the code under test is unchanged.
"""

import os
import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.backends.signals import connection_created

from epic_events.celery import app

__all__ = ["app"]

PAUSE = float(os.environ.get("PAUSE_BEFORE_STORING", "0"))  # seconds
PAUSE_BEFORE = float(os.environ.get("PAUSE_BEFORE_JUDGING", "0"))  # seconds


def pause_before_statement(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Wait before the statement that stores boards or loads known verdicts."""
    if PAUSE_BEFORE and sql.startswith("SELECT") and '"disputes_storedverdict"."ground" =' in sql:
        time.sleep(PAUSE_BEFORE)
    if PAUSE and sql.startswith("INSERT") and "disputes_replayboard" in sql:
        time.sleep(PAUSE)
    return execute(sql, params, many, context)


def install_pause(**_: Any) -> None:
    """Install the pause in every new connection of this process."""
    if pause_before_statement not in connection.execute_wrappers:
        connection.execute_wrappers.append(pause_before_statement)


connection_created.connect(install_pause)
