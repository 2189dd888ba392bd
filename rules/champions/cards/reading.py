"""Reads a card file: what is known of the published cards, an event's own facts, an invented set.

A file is JSON, or the same as TOML; ``HEAD`` and ``FIELDS`` say what stands in it. A fact that is left out or ``null``
is not known; ``[]`` says that there is none. Corners: ``(2)`` Smooth, ``[2]`` Clunky, with a number, ``X`` or nothing
inside; ``""`` no symbol; ``?2 damage 2`` where the symbol is not known. Images: ``own 0``, ``foe -1``, ``own *``.
Lines of text: ``rules.champions.cards.lines`` says which are carried out; another begins with a question mark, except
in files of the first form, which were written before anything of a file was carried out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from rules.champions.cards.contradictions import contradiction
from rules.champions.cards.fields import FIELDS, MOST_ENTRIES, TEXT, read_line, read_text, texts
from rules.champions.cards.lines import fault
from rules.champions.cards.model import (
    Card,
    Line,
    Origin,
)
from rules.decks.card_files import (
    NAMELESS,
    TRUE_OR_FALSE,
    CardFileError,
    CardText,
    Field,
    FieldError,
    LocatedError,
    card_count_error,
    is_name,
    locate_cards,
    locate_header,
    one_of,
    read_fields,
    read_table,
    unknown_key_message,
    whole_number,
)
from rules.decks.names import fold

FORMAT: Final = "champions-cards 2"
FIRST_FORMAT: Final = "champions-cards 1"
"""Files of this form keep lines that nothing carries out without a mark."""
MOST_BYTES: Final = 2_000_000

MARK: Final = "?"
"""What a line begins with that nothing carries out."""


@dataclass(frozen=True, slots=True)
class NamedDeck:
    """A deck that a card file brings along.

    Attributes:
        name: its name.
        champions: names of its four Champions.
        blessings: names of its four Blessings.
        actions: names of its Action cards, each with its copies.
    """

    name: str
    champions: tuple[str, ...]
    blessings: tuple[str, ...]
    actions: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CardFile:
    """A card file, read.

    Attributes:
        title: its title.
        origin: where its facts come from.
        complete: whether every card that may be played is in it.
        cards: its cards, in its order.
        decks: the decks that it brings along.
        hash: of its content, 16 hexadecimal digits.
        lines: where each card begins, from 1, by its name; those of which it is not known are left out.
    """

    title: str
    origin: Origin
    complete: bool
    cards: tuple[Card, ...]
    decks: tuple[NamedDeck, ...]
    hash: str
    lines: Mapping[str, int] = field(default_factory=dict)


def read_card_file(content: bytes) -> CardFile:
    """Return what a card file says.

    Args:
        content: JSON or TOML in UTF-8.

    Raises:
        CardFileError: it has another form, or says something of a card that cannot be; names every card with a mistake.
    """
    text = _text_of(content)
    table = read_table(text, f'{{"format": "{FORMAT}", "cards": [...]}}')
    if table.get("format") not in (FORMAT, FIRST_FORMAT):
        raise CardFileError(f'the file does not say that it is a card file: write "format": "{FORMAT}"')
    rows = table.get("cards")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise CardFileError('"cards" is no list of cards like {"name": "...", "type": "champion"}')
    if told := card_count_error(len(rows)):
        raise CardFileError(told)
    texts = locate_cards(text, "cards", len(rows))
    origin = _about_the_file(table, locate_header(text, texts))
    cards = _cards(rows, texts, origin, marked=table["format"] == FORMAT)
    names = {card.name for card in cards}
    return CardFile(
        title=str(table.get("title") or "").strip(),
        origin=origin,
        complete=bool(table.get("complete")),
        cards=cards,
        decks=_decks(table.get("decks", []), names),
        lines={card.name: told.line for card, told in zip(cards, texts, strict=True) if told.line},
        hash=sha256(content).hexdigest()[:16],
    )


def _about_the_file(table: Mapping[str, Any], head: CardText) -> Origin:
    """Return where the facts of a file come from, having looked at what stands above its cards.

    Raises:
        CardFileError: something of it cannot be.
    """
    if unknown := sorted(set(table) - set(HEAD)):
        raise CardFileError(
            FieldError(unknown_key_message(unknown[0], HEAD, "here"), unknown[0]).locate_in_header(head)
        )
    wrong, told = read_fields({key: value for key, value in table.items() if key in _ABOVE}, _ABOVE)
    if wrong:
        raise CardFileError(*(each.locate_in_header(head) for each in wrong))
    return Origin(told.get("source", Origin.ORGANISER))


def _text_of(content: bytes) -> str:
    if len(content) > MOST_BYTES:
        raise CardFileError(f"{len(content):,} bytes: a card file has at most {MOST_BYTES:,}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CardFileError(f"byte {error.start + 1} is no UTF-8: save the file as UTF-8") from error


def _cards(rows: list[dict[str, Any]], texts: list[CardText], origin: Origin, *, marked: bool) -> tuple[Card, ...]:
    """Return the cards of a file; ``marked`` where lines that nothing carries out have to be.

    Raises:
        CardFileError: with what is wrong of every card.
    """
    seen: dict[str, str] = {}
    cards: list[Card] = []
    errors: list[LocatedError] = []
    for number, (told, row) in enumerate(zip(texts, rows, strict=True), start=1):
        name = row["name"] if is_name(row.get("name")) else ""
        if not name:
            errors.append(LocatedError(f"card {number}: {NAMELESS}", told.line))
            continue
        if (same := seen.setdefault(fold(name), name)) is not name:
            errors.append(LocatedError(f"the file has a card called {same} already", told.line, name))
        card, wrong = _card(row, told, origin, marked=marked)
        errors += (LocatedError(message, place[0], name, place[1]) for place, message in wrong)
        if card is not None:
            cards.append(card)
    if errors:
        raise CardFileError(*errors)
    return tuple(cards)


def _card(
    row: dict[str, Any], told: CardText, origin: Origin, *, marked: bool
) -> tuple[Card | None, list[tuple[tuple[int, int], str]]]:
    """Return a card, and what is wrong with it, each with line and column."""
    written = row.get("text")
    by_line = marked and isinstance(written, list) and len(written) <= MOST_ENTRIES
    wrong, values = read_fields({key: row[key] for key in row if not (by_line and key == "text")}, FIELDS)
    faults = [(told.key(each.field), each.message) for each in wrong]
    lines: list[tuple[str, Line, bool]] = []
    for entry in written if by_line and isinstance(written, list) else ():
        try:
            lines.append((entry, *_marked_line(entry)))
        except CardFileError as error:
            faults.append(
                (
                    told.locate_words("text", entry, entry) if isinstance(entry, str) else told.key("text"),
                    f"text {error}",
                )
            )
    if by_line:
        values["text"] = tuple(line for _, line, _ in lines)
    card = Card(**values, origin=origin) if not wrong else None
    for entry, line, is_marked in lines:
        problem = _line_problem(line, card, is_marked=is_marked)
        if problem is not None:
            faults.append((told.locate_words("text", entry, problem[0]), f"text {problem[0]!r} {problem[1]}"))
    if card is not None and (contradicts := contradiction(card)):
        faults.append(((told.line, 0), contradicts))
    return card if not faults else None, sorted(faults)


def _marked_line(entry: object) -> tuple[Line, bool]:
    """Return a line, and whether it is marked as one that nothing carries out."""
    is_marked = isinstance(entry, str) and entry.lstrip().startswith(MARK)
    return read_line(str(entry).lstrip()[len(MARK) :].lstrip() if is_marked else entry), is_marked


def _line_problem(line: Line, card: Card | None, *, is_marked: bool) -> tuple[str, str] | None:
    problem = fault(line, card)
    if is_marked:
        return (MARK, "is not needed: the line can be carried out; leave it out") if problem is None else None
    if problem is None:
        return None
    return problem[0], f"{problem[1]}; or begin the line with a question mark, to keep it for reading alone"


def _decks(rows: object, names: set[str]) -> tuple[NamedDeck, ...]:
    if not isinstance(rows, list) or len(rows) > MOST_ENTRIES:
        raise CardFileError(f"decks: expected a list of at most {MOST_ENTRIES}")
    return tuple(_deck(row, names) for row in rows)


def _deck(row: object, names: set[str]) -> NamedDeck:
    """Return a deck that the file brings along: every Action card in as many copies as it says."""
    if not isinstance(row, dict):
        raise CardFileError('a deck is an object like {"name": "...", "champions": [...], "blessings": [...]}')
    name, copies = read_text(row.get("name", "")), whole_number(1, 3).read(row.get("copies", 1))
    parts = ("champions", "blessings", "actions")
    champions, blessings, actions = (texts("names").read(row.get(part, [])) for part in parts)
    for card in (*champions, *blessings, *actions):
        if card not in names:
            raise CardFileError(f"deck {name}: no card of the file is called {card!r}")
    return NamedDeck(name, champions, blessings, tuple((card, copies) for card in actions))


_ABOVE: Final = {"source": Field("", one_of(Origin)), "complete": Field("", TRUE_OR_FALSE), "title": Field("", TEXT)}
HEAD: Final = {
    "format": f'"{FORMAT}"',
    "title": "what the file calls itself",
    "source": "organiser (the usual), or invented: the event is then played with the cards of the file alone",
    "complete": "true: every card that may be played is in the file, any other name is a mistake",
    "cards": "its cards, a list",
    "decks": "decks that it brings along: name, champions, blessings, actions, copies of each action",
}
"""What stands above the cards of a file."""
