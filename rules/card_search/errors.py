"""Errors in card queries."""

from collections.abc import Sequence


class QueryError(ValueError):
    """An invalid card query; the message says what is wrong and what is valid.

    Attributes:
        text: the whole query.
        start: where the invalid part begins, in characters from 0.
        end: where it ends, exclusive; equal to ``start`` only if the query ends too early.
        suggestions: possible replacements, best first.
    """

    def __init__(self, message: str, text: str, start: int, end: int, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.text, self.start, self.end = text, start, end
        self.suggestions = tuple(suggestions)

    @property
    def wrong(self) -> str:
        """The invalid part of the query; empty if a part is missing at the end."""
        return self.text[self.start : self.end]

    @property
    def before(self) -> str:
        """The query up to the invalid part."""
        return self.text[: self.start]

    @property
    def after(self) -> str:
        """The query after the invalid part."""
        return self.text[self.end :]

    @property
    def corrected(self) -> list[str]:
        """One corrected query per suggestion, with the invalid part replaced."""
        return [f"{self.before}{suggestion}{self.after}" for suggestion in self.suggestions]

    @property
    def underlined(self) -> str:
        """The query with the invalid part underlined on a second line."""
        return f"{self.text}\n{' ' * self.start}{'^' * max(1, self.end - self.start)}"
