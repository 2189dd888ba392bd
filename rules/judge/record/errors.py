"""What is wrong with a record, with its place in the text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a record.

    Attributes:
        line: line in the text, from 1; 0 when there is no text.
        column: column in that line, from 1; 0 when there is no text.
        message: one sentence: what is wrong and what would be right.
        found: what stands there; empty at the end of the text.
        expected: what could have stood there, each as a few words.
        unparsed: the part of a play that was not understood, or that has several meanings; empty if none is to blame.
    """

    line: int
    column: int
    message: str
    found: str = ""
    expected: tuple[str, ...] = ()
    unparsed: str = ""

    def __str__(self) -> str:
        """Return the message with its line in front: nobody counts columns in a text box."""
        return f"line {self.line}: {self.message}" if self.line else self.message

    @property
    def with_column(self) -> str:
        """The message with line and column in front, for text in a file."""
        return f"line {self.line}, column {self.column}: {self.message}" if self.line else self.message


class RecordError(Exception):
    """The text is no record; ``problems`` has every reason that could be found, in the order of the text."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems

    def __reduce__(self) -> tuple[type["RecordError"], tuple[Problem, ...]]:
        """Let a pickle begin it with its problems, as an error is otherwise begun with its message."""
        return type(self), self.problems

    @property
    def line(self) -> int:
        """Line of the first problem, from 1."""
        return self.problems[0].line

    @property
    def column(self) -> int:
        """Column of the first problem, from 1."""
        return self.problems[0].column
