"""Unexpected engine errors in an analysis.

They are logged and do not affect the verdict. A claimed branch breaks the rules and can reach states that no legal
game has. Errors there are bugs to fix, but no reason to withhold the verdict on the lines before.
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
"""Exceptions of bugs, and engine errors that cannot occur in correct code.

Timeouts, memory errors and interrupts are not caught.
"""
ENGINE_ERROR_TEXT: Final = "The engine failed unexpectedly here"


@cache
def _logger() -> "Logger":
    """Return the logger; it has no handler unless the application adds one."""
    import logging  # noqa: PLC0415 - takes long to load, and without a fault there is nothing to log

    logging.getLogger("rules").addHandler(logging.NullHandler())
    return logging.getLogger(__name__)


def log_engine_error(activity: str, error: Exception) -> str:
    """Log an unexpected error and return the text to show instead of the result.

    Args:
        activity: a description of the failed computation, for the log.
        error: the exception.
    """
    _logger().error("The engine failed unexpectedly: %s.", activity, exc_info=error)
    return f"{ENGINE_ERROR_TEXT} ({type(error).__name__}); the verdict does not depend on it."
