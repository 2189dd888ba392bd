"""Validation of the headers of a record: game, rules version and players."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.decks.names import fold, suggest, words
from rules.judge.record.errors import Problem
from rules.judge.record.model import CHANCE_NAME, MAX_PLAYERS, MOMENT, REQUIRED, Header
from rules.notation.players import seats_called
from rules.notation.position.fields import MIN_LETTERS

MAX_NAME: Final = 60
LEADING_NUMBER = re.compile(r"^\d{1,6}[ \t]+")
"""The number of a play without a full stop."""

OPTIONAL: Final = ("Way", "Teams", "Gods", "Seed", "Interpretations", "Printings", "Cards")
"""Optional headers with a meaning; any other header is kept as it is."""


def game_errors(by_key: Mapping[str, Header], versions_by_game: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
    """Yield errors of the game and its rules version.

    ``versions_by_game`` has the versions by game.
    """
    if not versions_by_game:
        return
    game, version = by_key.get("Game"), by_key.get("Rules")
    game_slug = game.value if game else ""
    slug = next((slug for slug in versions_by_game if slug.casefold() == game_slug.casefold()), None)
    if game and game_slug and slug is None:
        slugs = tuple(versions_by_game)
        yield _header_problem(game, f"unknown game {game_slug!r}; choose from {', '.join(slugs)}", game_slug, slugs)
    versions = [
        each for those in (versions_by_game.values() if slug is None else [versions_by_game[slug]]) for each in those
    ]
    if version and version.value and version.value.casefold() not in [each.casefold() for each in versions]:
        message = f"{version.value!r} is no rules version; {' or '.join(versions)} is"
        yield _header_problem(version, message, version.value, tuple(versions))


def missing_header_hint(missing: str, headers: Sequence[Header]) -> str:
    """Return a "Did you mean" question for an unknown header, or "".

    The header must resemble a missing one.
    """
    similar = suggest(missing, {header.key: words(header.key) for header in headers if header.key not in REQUIRED}, 1)
    return f": did you mean it by {similar[0]!r}?" if similar else ""


def player_errors(header: Header, players: tuple[str, ...]) -> Iterator[Problem]:
    """Yield errors of the players in the header ``Players``."""
    if not 2 <= len(players) <= MAX_PLAYERS:
        message = f"a game has 2 to {MAX_PLAYERS} players, separated by commas"
        yield _header_problem(header, message, header.value, ("`Players: Anna, Ben`",))
    for name in players:
        if not fold(name):
            yield _header_problem(header, "a player's name is empty", name)
        elif len(name) > MAX_NAME or fold(name) == CHANCE_NAME:
            yield _header_problem(header, f"{name[:MAX_NAME]!r} cannot be a player's name in a record", name)
        elif re.search(r"[:#{}\[\]()]", name):
            yield _header_problem(header, f"the name {name!r} has a character that means something else here", name)
    if len({fold(name) for name in players}) < len(players):
        yield _header_problem(header, "two players have the same name", header.value)


def matching_players(name: str, players: Sequence[str]) -> list[str]:
    """Return the player of exactly this name.

    If there is none, all players whose names begin with it.
    """
    return [players[seat] for seat in seats_called(name, players)]


def is_pending_header(key: str, players: Sequence[str], headers: Sequence[Header]) -> bool:
    """Return True if ``key`` is a header that is still missing.

    It is then not a player's short name. A player may be called Wayne while the header ``Way`` follows. A whole player
    name is an actor, unless the header is required.
    """
    words = next((known_key for known_key in (*REQUIRED, *OPTIONAL) if known_key.casefold() == key.casefold()), None)
    if words is None or any(header.key.casefold() == key.casefold() for header in headers):
        return False
    return words in REQUIRED or fold(key) not in [fold(name) for name in players]


def is_actor(text: str, players: Sequence[str]) -> bool:
    """Return True if ``text`` is an actor's whole name."""
    keys = {fold(text), fold(LEADING_NUMBER.sub("", text))}
    return CHANCE_NAME in keys or not keys.isdisjoint(fold(name) for name in players)


def begins_play(text: str, players: Sequence[str]) -> bool:
    """Return True if a line with this key ends a position and begins the plays.

    The key is then an actor's whole name, or the beginning of a player's name that is no field.
    """
    if is_actor(text, players):
        return True
    key = fold(text)
    field = len(key) >= MIN_LETTERS and any(fold(name).startswith(key) for name in MOMENT)
    return " " not in text.strip() and not field and bool(matching_players(key, players))


def ambiguous_name_error(name: str, players: Sequence[str]) -> str:
    """Return the error message if several players match a name; empty if none does."""
    several = matching_players(name, players)
    return f"{name!r} could mean {' or '.join(several)}" if several else ""


def _header_problem(header: Header, message: str, found: str, expected: tuple[str, ...] = ()) -> Problem:
    return Problem(header.place.line, header.place.column, message, found, expected)
