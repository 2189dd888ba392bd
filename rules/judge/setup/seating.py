r"""The headers ``Way``, ``Teams`` and ``Gods``: variant, teams and extra cards.

>>> from rules.judge.record import parse
>>> text = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben, Cem, Dora\nFirst: Anna\n"
>>> parse_teams(parse(text + "Teams: Anna, Cem / Ben, Dora"), [])
((0, 2), (1, 3))
"""

from collections.abc import Iterator
from typing import Final

from rules.engine.game import Setup
from rules.judge.game import JudgedGame
from rules.judge.record.errors import Problem
from rules.judge.record.model import Header, Record
from rules.notation.players import seats_called

SEPARATOR: Final = " / "
"""The separator of teams, and of the gods of players."""


def header_error(header: Header, message: str, expected: tuple[str, ...] = ()) -> Problem:
    """Return an error at a header."""
    return Problem(header.place.line, header.place.column, message, header.value, expected)


def parse_variant(game: JudgedGame, record: Record, problems: list[Problem]) -> str:
    """Return the variant by the game's name; empty for the default one."""
    header = record.header("Way")
    if header is None:
        return ""
    match = next((variant for variant in game.engine.variants if variant.casefold() == header.value.casefold()), None)
    if match is None:
        variants = game.engine.variants
        problems.append(
            header_error(header, f"{header.value!r} is no way of playing; {', '.join(variants)} are", tuple(variants))
        )
    return match or ""


def parse_teams(record: Record, problems: list[Problem]) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each team in the header ``Teams``; empty without it."""
    header = record.header("Teams")
    if header is None:
        return ()
    teams = []
    for part in header.value.split(SEPARATOR.strip()):
        seats = [_seat(record, header, name, problems) for name in part.split(",")]
        teams.append(tuple(seat for seat in seats if seat >= 0))
    return tuple(teams)


def parse_gods(game: JudgedGame, record: Record, problems: list[Problem]) -> tuple[tuple[str, ...], ...]:
    """Return the cards of each seat in the header ``Gods``; empty without it."""
    header = record.header("Gods")
    if header is None:
        return ()
    gods: list[tuple[str, ...]] = [()] * len(record.players)
    for part in header.value.split(SEPARATOR.strip()):
        name, colon, god = part.partition(":")
        if not colon:
            problems.append(header_error(header, f"{part.strip()!r}: write `Anna: Angeline, Silver Wing / Ben: ...`"))
            continue
        seat = _seat(record, header, name, problems)
        card = game.cards.find(god.strip())
        if card is None:
            guesses = tuple(game.cards.suggest(god.strip()))
            hint = f"; did you mean {' or '.join(guesses)}?" if guesses else ""
            problems.append(header_error(header, f"no card is called {god.strip()!r}{hint}", guesses))
        elif seat >= 0 and gods[seat]:
            problems.append(header_error(header, f"{record.players[seat]} has two gods here"))
        elif seat >= 0:
            gods[seat] = (card.card.name,)
    return tuple(gods)


def _seat(record: Record, header: Header, name: str, problems: list[Problem]) -> int:
    """Return the seat of a player by name or unique prefix.

    -1 and an error if unknown.
    """
    seats = seats_called(name, record.players)
    if len(seats) == 1:
        return seats[0]
    message = f"{name.strip()!r} is no player; players are {', '.join(record.players)}"
    problems.append(header_error(header, message, record.players))
    return -1


def setup_headers(setup: Setup) -> Iterator[tuple[str, str]]:
    """Yield headers, as key and value, for variant, teams and extra cards of a setup."""
    if setup.variant:
        yield "Way", setup.variant
    if setup.teams:
        yield "Teams", SEPARATOR.join(", ".join(setup.names[seat] for seat in team) for team in setup.teams)
    gods = [f"{name}: {god}" for name, cards in zip(setup.names, setup.extra_cards, strict=False) for god in cards]
    if gods:
        yield "Gods", SEPARATOR.join(gods)
