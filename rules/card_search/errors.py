"""What is wrong with a question about cards, and where."""

from collections.abc import Sequence


class QueryError(ValueError):
    """A question that cannot be read; ``str()`` of it says what is wrong and what would be right.

    Attributes:
        text: the whole question.
        start: where the wrong part begins, in characters from 0.
        end: where it ends, exclusive; at least one more than ``start`` unless the question ends too early.
        suggestions: what could stand there instead, best first.
    """

    def __init__(self, message: str, text: str, start: int, end: int, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.text, self.start, self.end = text, start, end
        self.suggestions = tuple(suggestions)

    @property
    def wrong(self) -> str:
        """The part that is wrong; empty when something is missing at the end."""
        return self.text[self.start : self.end]

    @property
    def before(self) -> str:
        """What stands before the wrong part."""
        return self.text[: self.start]

    @property
    def after(self) -> str:
        """What stands behind the wrong part."""
        return self.text[self.end :]

    @property
    def corrected(self) -> list[str]:
        """The whole question with each suggestion in place of the wrong part."""
        return [f"{self.before}{suggestion}{self.after}" for suggestion in self.suggestions]

    @property
    def underlined(self) -> str:
        """The question with the wrong part underlined, for a terminal: two lines."""
        return f"{self.text}\n{' ' * self.start}{'^' * max(1, self.end - self.start)}"
