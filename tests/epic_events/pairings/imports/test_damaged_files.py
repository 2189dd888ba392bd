"""Damaged and hostile files: every reader answers with an error of its own."""

import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from epic_events.bulk_import.people import parse_people
from epic_events.infra.errors import UserError
from epic_events.pairings.imports.event_files import read_event_file
from epic_events.pairings.results.parsers import parse_rows
from rules.decks import parse
from rules.epic.cards import CATALOGUE
from tests.epic_events.bulk_import.test_people import LISTS as PLAYERS
from tests.epic_events.pairings.imports.test_event_files import FILES, TABLES
from tests.rules.decks.test_lists_as_written import LISTS as DECKS

SOURCES = [
    *(each[0] for each in FILES.values()),
    *TABLES.values(),
    *(each["text"] for each in PLAYERS.values()),
    *(each["text"] for each in DECKS.values()),
]
PIECES = [
    "",
    " ",
    "\n",
    "\t",
    ",",
    ";",
    "0",
    "-1",
    "1e999",
    "null",
    "{}",
    "[]",
    '"',
    "<",
    ">",
    "@",
    "ü",
    "\ufeff",
    "true",
    "x",
]
READERS: dict[str, Callable[[str], object]] = {
    "players": parse_people,
    "events": read_event_file,
    "results": lambda text: parse_rows(text, 3),
    "decks": lambda text: parse(text, CATALOGUE),
}
HOSTILE = {
    "letters": "a" * 100_000,
    "at signs": "a@" * 50_000,
    "address without an end": "a" * 99_000 + "@",
    "brackets": "[" * 100_000,
    "links": "[a](" * 20_000,
    "tags": "<a " * 30_000,
    "blanks": "1" + " " * 99_000 + "x",
    "dashes": "2-" * 50_000,
    "names": "a beat " * 14_000,
    "deep JSON": '{"data":' * 20_000,
    "deep JSON that ends": '{"player":' * 400 + "1" + "}" * 400,
    "deep XML": "<a>" * 20_000 + "</a>" * 20_000,
    "commas": "," * 100_000,
    "bars": "|\n" * 50_000,
    "lines below a round": "Round 1\n" + ("a vs " * 38 + "x\n") * 500,
}


def damaged(text: str, chance: random.Random) -> str:
    for _time in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 1, 1, 3, 20]))
        text = text[:start] + chance.choice(PIECES) + text[end:]
    return text


@pytest.mark.parametrize("reader", READERS)
def test_damaged_file_is_read_or_refused(reader: str) -> None:
    chance = random.Random(7)
    for _time in range(600):
        text = damaged(chance.choice(SOURCES), chance)
        with suppress(UserError):
            READERS[reader](text)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_file_is_read_or_refused(kind: str, reader: str) -> None:
    with suppress(UserError):
        READERS[reader](HOSTILE[kind])
