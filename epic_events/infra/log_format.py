"""How a line of the log is written: for a person at a terminal, or as JSON for a program that gathers logs.

Both carry what is bound while something is worked on: the request, the task, the event.
"""

import logging
from typing import Final

import structlog

FORMS: Final = ("line", "json")
"""What LOG_FORMAT may say."""


class LineFormatter(logging.Formatter):
    """One line of text, what is bound behind it in brackets."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name that logging calls
        """Return the line without a traceback."""
        bound = " ".join(f"{name}={value}" for name, value in structlog.contextvars.get_contextvars().items())
        return f"{super().formatMessage(record)} [{bound}]" if bound else super().formatMessage(record)


class JsonFormatter(structlog.stdlib.ProcessorFormatter):
    """One JSON object a line: time, level, logger, event, what is bound, what the caller added, the traceback."""

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
    """Return what Django's LOGGING is for a form.

    In JSON every request and every task is a line; at a terminal only what somebody should look at is.
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
