"""Logging and metrics settings."""

import os
from pathlib import Path
from typing import Any

from epic_events.infra import log_format
from epic_events.settings.environment import LOG_FORMAT, TESTING, VAR_DIR

LOGGING: dict[str, Any] = log_format.configuration(LOG_FORMAT)
if not TESTING:  # all processes of this machine count into one folder; the library reads where from the environment
    _counted = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(VAR_DIR / "metrics")))
    _counted.mkdir(parents=True, exist_ok=True)
