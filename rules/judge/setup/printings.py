"""The header ``Printings`` of a record.

It names the printing in use of cards with changed text. The newest printing is the default. The record, or the policy
of the event, may say ``oldest``, one card (``Teleport=Promo``), or both (``oldest, Scrap Golem=Pantheon``). Cards
whose text never changed are not accepted here.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.decks import Catalogue
from rules.decks.names import fold
from rules.engine.game import ChosenOptions
from rules.judge.game import JudgedGame
from rules.judge.record.errors import Problem
from rules.judge.record.model import Record

KEY: Final = "Printings"
"""The header."""
NEWEST: Final = "newest"
OLDEST: Final = "oldest"
"""The values for all cards."""


def printing_label(printing: Any) -> str:
    """Return the product line that identifies a printing of a card: ``Promo``."""
    return str(printing.set)


def format_printings(cards: Catalogue[Any], choices: ChosenOptions) -> str:
    """Return the value of the header for the printings among ``choices``.

    Empty without any.
    """
    reworded = cards.reworded
    return ", ".join(f"{name}={printing_label(reworded[name][index])}" for name, index in choices if name in reworded)


def printings_from_header(game: JudgedGame, record: Record, problems: list[Problem]) -> ChosenOptions:
    """Return the printings that a record chooses; errors are added to ``problems``."""
    header = record.header(KEY)
    if header is None:
        return ()
    choices, errors = parse_printings(game.cards, header.value)
    problems += [Problem(header.place.line, header.place.column, message, header.value) for message in errors]
    return choices


def parse_printings(cards: Catalogue[Any], value: str) -> tuple[ChosenOptions, tuple[str, ...]]:
    """Return the printings other than the newest in ``value``, and the errors."""
    reworded = cards.reworded
    parts = list(_split_header(value, {fold(name): name for name in reworded}))
    errors = [message for _, _, message in parts if message]
    general = [token for name, token, message in parts if not name and not message]
    if len(set(general)) > 1:
        errors.append(f"choose either {NEWEST} or {OLDEST}")
    printings: dict[str, int] = {name: len(reworded[name]) - 1 for name in reworded if OLDEST in general}
    names: set[str] = set()
    for name, token, message in parts:
        if message or not name:
            continue
        lines = [fold(printing_label(printing)) for printing in reworded[name]]
        index = {NEWEST: 0, OLDEST: len(lines) - 1}.get(token, lines.index(token) if token in lines else -1)
        if index < 0 or name in names:
            can = " or ".join(printing_label(printing) for printing in reworded[name])
            errors.append(
                f"{name} is chosen twice" if name in names else f"{name} is printed in {can}: {token!r} is none"
            )
            continue
        names.add(name)
        printings[name] = index
    return tuple(sorted((name, index) for name, index in printings.items() if index)), tuple(errors)


def _split_header(value: str, reworded: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield each part of the header.

    The card (empty for all), its value, and an error message.
    """
    example = f"write `{KEY}: {OLDEST}` or `{KEY}: {next(iter(reworded.values()), 'Kong')}=Promo`"
    for part in filter(None, (part.strip() for part in value.replace(";", ",").split(","))):
        written_name, equals, token = part.partition("=")
        if not equals:
            message = "" if fold(part) in (NEWEST, OLDEST) else f"{part!r} chooses no printing: {example}"
            yield "", fold(part), message
            continue
        name = reworded.get(fold(written_name), "")
        can = ", ".join(reworded.values())
        message = "" if name else f"{written_name.strip()!r} has only one printed text; cards with several are {can}"
        yield name, fold(token), message
