"""Parsing and validation of the fields of a card in a card file."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from rules.decks.card_files.locations import CardText
from rules.decks.card_files.model import MAX_CARDS, MAX_NAME_LENGTH, Field, LocatedError, Values
from rules.decks.names import fold, suggest, words


def describe_fields(fields: Mapping[str, Field]) -> dict[str, tuple[str, str]]:
    """Return the meaning and the expected values of each field, as documentation."""
    return {name: (field.meaning, field.values.expected) for name, field in fields.items()}


def is_name(value: object) -> bool:
    """Return True if ``value`` is a valid card name."""
    return isinstance(value, str) and bool(fold(value)) and len(value) <= MAX_NAME_LENGTH and value.isprintable()


def card_count_error(count: int) -> str:
    """Return an error message if a file has too many cards; otherwise an empty string."""
    return f"{count:,} cards: a card file has at most {MAX_CARDS:,}" if count > MAX_CARDS else ""


class FieldError(NamedTuple):
    """A validation error of a card, located by field.

    Attributes:
        message: what is wrong and what to write instead.
        field: name of the field; empty for an error of the whole card.
        path: indices and keys that lead to the invalid value inside the field.
    """

    message: str
    field: str = ""
    path: tuple[int | str, ...] = ()

    def locate(self, card_text: CardText, card: str) -> LocatedError:
        """Return the error with its line and column.

        If the field is missing, they are those of the card.
        """
        has_field = card_text.has_field(self.field)
        line, column = card_text.locate_path(self.field, self.path) if has_field else (card_text.line, 0)
        return LocatedError(self.message, line, card, column)

    def locate_in_header(self, head: CardText) -> LocatedError:
        """Return an error of the file header with its line and column.

        Line 0 if the key is missing.
        """
        line, column = head.locate_path(self.field, self.path) if head.has_field(self.field) else (0, 0)
        return LocatedError(self.message, line, "", column)


def unknown_key_message(key: str, allowed: Iterable[str], location: str) -> str:
    """Return the error message for an unknown key.

    It has a suggestion and all known keys.
    """
    names = tuple(allowed)
    close = suggest(key, {name: words(name) for name in names}, 1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return f"{key!r} is not known {location}{hint}; known: {', '.join(names)}"


def read_fields(row: Mapping[str, Any], fields: Mapping[str, Field]) -> tuple[list[FieldError], dict[str, Any]]:
    """Parse the table of a card; fields that are ``None`` are skipped.

    Returns:
        The errors, and the parsed values by attribute of the card.
    """
    errors: list[FieldError] = []
    values: dict[str, Any] = {}
    for key, value in row.items():
        field = fields.get(key)
        if field is None:
            errors.append(FieldError(unknown_key_message(key, fields, "of a card"), key))
        elif value is not None:
            try:
                values[field.attribute or key] = field.values.read(value)
            except ValueError as error:
                errors.append(FieldError(f"{key} {error}", key))
    return errors, values


def one_of(kind: type[StrEnum], among: tuple[StrEnum, ...] = ()) -> Values:
    """Return a parser for members of an enumeration; it ignores case.

    Args:
        kind: the enumeration.
        among: the members allowed; all of them if empty.
    """
    choices = {str(each).casefold(): each for each in among or tuple(kind)}
    expected = ", ".join(choices)

    def read(value: object) -> StrEnum:
        choice = choices.get(value.strip().casefold()) if isinstance(value, str) else None
        if choice is None:
            close = suggest(value, {name: words(name) for name in choices}, 1) if isinstance(value, str) else ()
            raise ValueError(f"{value!r}: " + (f"did you mean {close[0]}? " if close else "") + f"expected {expected}")
        return choice

    return Values(expected, read)


def list_of(each: Callable[[Any], Any], maximum: int, expected: str) -> Values:
    """Return a parser for lists.

    Args:
        each: parses one item; raises ``ValueError``.
        maximum: maximum number of items.
        expected: description of valid values, for error messages.
    """

    def read(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > maximum:
            raise ValueError(f"{value!r}: expected {expected}")
        return tuple(map(each, value))

    return Values(expected, read)


def whole_number(least: int, maximum: int) -> Values:
    """Return a parser for integers from ``least`` to ``maximum``, both included."""
    expected = f"a whole number from {least} to {maximum}"

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= maximum:
            raise ValueError(f"{value!r}: expected {expected}")
        return value

    return Values(expected, read)


def _true_or_false(value: object) -> bool:
    if value is not True and value is not False:
        raise ValueError(f"{value!r}: expected true or false")
    return value


TRUE_OR_FALSE: Final = Values("true or false", _true_or_false)
