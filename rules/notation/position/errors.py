"""Errors of a described position, each with its field."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldError:
    """One error in a described position.

    Attributes:
        key: the field, as written; empty if a field is missing.
        index: index among the lines with that key, from 0.
        message: one sentence: what is impossible, and what would be right.
    """

    key: str
    index: int
    message: str


class PositionError(Exception):
    """A described position is impossible; ``errors`` has all errors.

    A position without errors need not be reachable by play.
    """

    def __init__(self, *errors: FieldError) -> None:
        super().__init__("\n".join(contradiction.message for contradiction in errors))
        self.errors = errors

    def __reduce__(self) -> tuple[type["PositionError"], tuple[FieldError, ...]]:
        """Unpickle by calling ``__init__`` with the errors."""
        return type(self), self.errors
