"""What cannot be so in a described position, with the field that says it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldError:
    """One thing that cannot be so in a described position.

    Attributes:
        key: the field it is about, as written; empty when a field is missing.
        index: which of the lines with that key, from 0.
        message: one sentence: what cannot be, and what would be right.
    """

    key: str
    index: int
    message: str


class PositionError(Exception):
    """A described position cannot be; ``contradictions`` has everything that is wrong with it.

    None of them does not mean that the position can be reached by play.
    """

    def __init__(self, *errors: FieldError) -> None:
        super().__init__("\n".join(contradiction.message for contradiction in errors))
        self.errors = errors

    def __reduce__(self) -> tuple[type["PositionError"], tuple[FieldError, ...]]:
        """Let a pickle begin it with its contradictions."""
        return type(self), self.errors
