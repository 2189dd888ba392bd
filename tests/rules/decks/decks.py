"""A small made-up game for deck tests, so that they do not depend on Epic's numbers."""

from dataclasses import dataclass, field
from datetime import date

from hypothesis import strategies as st

from rules.decks import Catalogue, Format
from rules.decks.constraints import Ban, Bans, CopyLimit, DeckCardsOnly, FreeCardBalance, NoSideboard, Size

ON = date(2020, 5, 1)


@dataclass(frozen=True)
class Piece:
    """A card of the made-up game."""

    name: str
    cost: int | None = 1
    deck_alignments: tuple[str, ...] = ("Red",)
    is_deck_card: bool = True
    is_token: bool = False
    type: str = "troop"
    doubtful: tuple[str, ...] = field(default=())


CARDS = Catalogue(
    [
        Piece("Ember"),
        Piece("Flame Caller"),
        Piece("Fire (Elder)"),
        Piece("Spark", cost=0),
        Piece("Tide", deck_alignments=("Blue",)),
        Piece("Drip", cost=0, deck_alignments=("Blue",)),
        Piece("Steam", cost=0, deck_alignments=("Red", "Blue")),
        Piece("Mist", deck_alignments=("Red", "Blue")),
        Piece("L'\N{LATIN CAPITAL LETTER E WITH ACUTE}tang", deck_alignments=("Blue",), doubtful=("cost: one source",)),
        Piece("8 Ball", deck_alignments=("Blue",)),
        Piece("Ash Token", cost=0, is_deck_card=False, is_token=True),
        Piece("The Sun", cost=None, is_deck_card=False, type="deity"),
        Piece("Champions of Salt", deck_alignments=("Blue",)),
    ],
    {"Embre": "Ember", "Tyde": "Tide"},
    ["Troops"],
)

SMALL = Format(
    "small",
    "Small",
    "A made-up format.",
    "R:small",
    ("Red", "Blue"),
    (
        Size(6, "R:size", maximum=10),
        CopyLimit(3, "R:copies"),
        FreeCardBalance(2, "R:balance"),
        Bans((Ban("Tide", date(2020, 1, 1), "https://example.org/bans", until=date(2020, 6, 1)),)),
        DeckCardsOnly("R:tokens", "R:outside"),
        NoSideboard("R:side"),
    ),
)

names = st.sampled_from(CARDS.names)
entries = st.tuples(st.integers(1, 9), names)
"""One line's quantity and name."""


def text_of(lines: list[tuple[int, str]]) -> str:
    """Return the list as text, one entry a line."""
    return "".join(f"{quantity} {name}\n" for quantity, name in lines)
