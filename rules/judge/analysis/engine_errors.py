"""Faults of the engine while something beside the verdict is worked out: they cost that, are logged and told.

A course that somebody claims breaks the rules, and so reaches moments that no legal game does. What fails there is a
fault to be mended, never a reason to withhold the verdict on the lines before it.
"""

from functools import cache
from typing import TYPE_CHECKING, Final

from rules.engine.decision import ActionError, UndeterminedError
from rules.judge.record.errors import RecordError

if TYPE_CHECKING:
    from logging import Logger

ENGINE_ERRORS: Final = (
    ActionError, UndeterminedError, RecordError,
    ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError,
)  # fmt: skip
"""What a mistake in a program raises, and errors of the engine where nothing of ours may lead to one.

A time limit, a full memory and an interrupt go on to who asked.
"""
ENGINE_ERROR_TEXT: Final = "The engine stumbled here, which is a fault of its own"


@cache
def _logger() -> "Logger":
    """Return the logger of this library: whoever uses it decides where it goes."""
    import logging  # noqa: PLC0415 - takes long to load, and without a fault there is nothing to log

    logging.getLogger("rules").addHandler(logging.NullHandler())
    return logging.getLogger(__name__)


def log_engine_error(what: str, error: Exception) -> str:
    """Log a fault, and return what is told in the place of what it cost.

    Args:
        what: what was worked out, for the log.
        error: what was raised.
    """
    _logger().error("The engine stumbled over %s.", what, exc_info=error)
    return f"{ENGINE_ERROR_TEXT} ({type(error).__name__}); the verdict does not rest on it."
