"""How the facts of a card in a card file are read, field by field, whatever the game."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from rules.decks.card_files.model import LONGEST_NAME, MOST_CARDS, Field, Mistake, Values
from rules.decks.card_files.places import CardText
from rules.decks.names import fold, suggest, words


def explained(fields: Mapping[str, Field]) -> dict[str, tuple[str, str]]:
    """Return fields as :class:`CardFileForm` explains them."""
    return {name: (field.meaning, field.values.said) for name, field in fields.items()}


def is_name(value: object) -> bool:
    """Whether a card can be called so."""
    return isinstance(value, str) and bool(fold(value)) and len(value) <= LONGEST_NAME and value.isprintable()


def too_many(count: int) -> str:
    """Return what is wrong with a file of so many cards; empty if nothing is."""
    return f"{count:,} cards: a card file has at most {MOST_CARDS:,}" if count > MOST_CARDS else ""


class Wrong(NamedTuple):
    """One thing wrong with a card of a file.

    Attributes:
        message: what is wrong, and what would be right.
        field: of the card; empty where it is about the card as a whole.
        path: to what it is about inside the field, by indices and keys.
    """

    message: str
    field: str = ""
    path: tuple[int | str, ...] = ()

    def at(self, told: CardText, card: str) -> Mistake:
        """Return it with its place in the file, which is that of the card where the field is missing."""
        line, column = told.inside(self.field, self.path) if told.tells(self.field) else (told.line, 0)
        return Mistake(self.message, line, card, column)

    def at_head(self, head: CardText) -> Mistake:
        """Return it with its place above the cards, without one where the key is missing."""
        line, column = head.inside(self.field, self.path) if head.tells(self.field) else (0, 0)
        return Mistake(self.message, line, "", column)


def unknown_of(key: str, known: Iterable[str], where: str) -> str:
    """Return what is said of a key that is not known: what may be meant, and what is known."""
    names = tuple(known)
    close = suggest(key, {name: words(name) for name in names}, 1)
    meant = f"; did you mean {close[0]!r}?" if close else ""
    return f"{key!r} is not known {where}{meant}; known: {', '.join(names)}"


def read_fields(row: Mapping[str, Any], fields: Mapping[str, Field]) -> tuple[list[Wrong], dict[str, Any]]:
    """Return what is wrong with a card of a file, and what was read of it, by attribute; ``None`` tells nothing."""
    wrong: list[Wrong] = []
    told: dict[str, Any] = {}
    for key, value in row.items():
        field = fields.get(key)
        if field is None:
            wrong.append(Wrong(unknown_of(key, fields, "of a card"), key))
        elif value is not None:
            try:
                told[field.attribute or key] = field.values.read(value)
            except ValueError as error:
                wrong.append(Wrong(f"{key} {error}", key))
    return wrong, told


def one_of(kind: type[StrEnum], among: tuple[StrEnum, ...] = ()) -> Values:
    """Return how a member of an enumeration is read, whatever its capitals.

    Args:
        kind: the enumeration.
        among: those that may stand there; every one if empty.
    """
    known = {str(each).casefold(): each for each in among or tuple(kind)}
    said = ", ".join(known)

    def read(value: object) -> StrEnum:
        found = known.get(value.strip().casefold()) if isinstance(value, str) else None
        if found is None:
            close = suggest(value, {name: words(name) for name in known}, 1) if isinstance(value, str) else ()
            raise ValueError(f"{value!r}: " + (f"did you mean {close[0]}? " if close else "") + f"expected {said}")
        return found

    return Values(said, read)


def several(each: Callable[[Any], Any], most: int, said: str) -> Values:
    """Return how a list is read, entry by entry.

    Args:
        each: reads an entry; raises ``ValueError``.
        most: how many there may be.
        said: what is expected.
    """

    def read(value: object) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError(f"{value!r}: expected {said}")
        return tuple(map(each, value))

    return Values(said, read)


def whole_number(least: int, most: int) -> Values:
    """Return how a whole number between two, both included, is read."""
    said = f"a whole number from {least} to {most}"

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"{value!r}: expected {said}")
        return value

    return Values(said, read)


def _true_or_false(value: object) -> bool:
    if value is not True and value is not False:
        raise ValueError(f"{value!r}: expected true or false")
    return value


TRUE_OR_FALSE: Final = Values("true or false", _true_or_false)
