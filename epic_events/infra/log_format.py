"""Log formats: text for terminals, JSON for log collectors.

Both contain the context variables bound by request, task and event.
"""

import logging
from typing import Final

import structlog

FORMS: Final = ("line", "json")
"""Valid values of LOG_FORMAT."""


class LineFormatter(logging.Formatter):
    """Text format: one line, with the context in brackets."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name that logging calls
        """Return the line without a traceback."""
        bound = " ".join(f"{name}={value}" for name, value in structlog.contextvars.get_contextvars().items())
        return f"{super().formatMessage(record)} [{bound}]" if bound else super().formatMessage(record)


class JsonFormatter(structlog.stdlib.ProcessorFormatter):
    """JSON format with one object per line.

    It has time, level, logger, event, context, extra data and traceback.
    """

    def __init__(self) -> None:
        super().__init__(
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(default=str),
            ],
            foreign_pre_chain=[
                structlog.contextvars.merge_contextvars,
                structlog.stdlib.add_logger_name,
                structlog.stdlib.add_log_level,
                structlog.stdlib.ExtraAdder(),
                structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            ],
        )


def configuration(form: str) -> dict[str, object]:
    """Return Django's ``LOGGING`` setting for a format.

    JSON logs every request and task; the text format only warnings and errors.
    """
    quiet = "INFO" if form == "json" else "WARNING"
    formatter = JsonFormatter if form == "json" else LineFormatter
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"chosen": {"()": f"{formatter.__module__}.{formatter.__qualname__}"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "chosen"}},
        "root": {"handlers": ["console"], "level": "INFO"},
        "loggers": {
            "django.request": {"level": "ERROR"},
            "epic_events.requests": {"level": quiet},
            "celery": {"level": quiet},
        },
    }
