"""Errors in the text of a record, with line and column."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """An error in a record.

    Attributes:
        line: the line in the text, from 1; 0 without a text.
        column: the column in that line, from 1; 0 without a text.
        message: one sentence: what is wrong and what is valid.
        found: the text at that place; empty at the end of the text.
        expected: valid alternatives, each as a few words.
        unparsed: the part of a play that cannot be parsed or is ambiguous; empty if no single part is to blame.
    """

    line: int
    column: int
    message: str
    found: str = ""
    expected: tuple[str, ...] = ()
    unparsed: str = ""

    def __str__(self) -> str:
        """Return the message with its line."""
        return f"line {self.line}: {self.message}" if self.line else self.message

    @property
    def with_column(self) -> str:
        """The message with its line and column, for text in a file."""
        return f"line {self.line}, column {self.column}: {self.message}" if self.line else self.message


class RecordError(Exception):
    """The text is not a valid record; ``problems`` lists the errors in text order."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems

    def __reduce__(self) -> tuple[type["RecordError"], tuple[Problem, ...]]:
        return type(self), self.problems

    @property
    def line(self) -> int:
        """The line of the first error, from 1."""
        return self.problems[0].line

    @property
    def column(self) -> int:
        """The column of the first error, from 1."""
        return self.problems[0].column
