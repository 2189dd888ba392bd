"""Games with cards of the test: a card file with Champions, Blessings and a few cards, and a position."""

from typing import Any

from rules.api import position
from rules.champions.cards import (
    Alliance,
    Card,
    CardClass,
    CardFile,
    CardType,
    Category,
    Corner,
    Duration,
    Highlight,
    Objective,
    ObjectiveKind,
    Origin,
    Shape,
    read_line,
)
from rules.champions.cards.serialization import to_toml
from rules.games import CHAMPIONS
from rules.table import Table


def card(
    name: str, kind: str, *text: str, corners: str = "", image: tuple[Highlight, ...] = (), tags: str = ""
) -> Card:
    """Return a card with all facts known; ``corners`` are separated by spaces."""
    facts: dict[str, Any] = {"alliance": Alliance.ORDER, "tags": (tags,) if tags else (), "image": image}
    facts["text"] = tuple(map(read_line, text))
    symbols = tuple(map(corner, corners.split()))
    if kind == "champion":
        facts |= {"card_class": CardClass.WARRIOR_WIZARD, "cost": 4, "health": 0, "unique": False}
        facts |= {"kind": CardType.CHAMPION, "quest": (Objective(ObjectiveKind.ABILITY),) * 4}
    elif kind == "blessing":
        facts |= {"kind": CardType.BLESSING, "duration": Duration.PASSIVE, "corners": ()}
        facts |= {"corners": (*symbols, *[Corner(Shape.NONE)] * (4 - len(symbols)))} if symbols else {}
    else:
        facts |= {"kind": CardType.ACTION, "category": Category(kind.title())}
    if kind == "ability":
        facts["card_class"] = CardClass.ANY
    elif symbols and kind != "blessing":
        facts["corners"] = (*symbols, *[Corner(Shape.NONE)] * (4 - len(symbols)))
    return Card(name, Origin.ORGANISER, **facts)


def corner(words: str) -> Corner:
    """Return a corner: ``(1)`` Smooth, ``[1]`` Clunky, ``(X)``."""
    inside = words[1:-1]
    shape = Shape.CLUNKY if words.startswith("[") else Shape.SMOOTH
    return Corner(shape, None if inside == "X" else int(inside), idle=inside == "X")


LEADER = card("Leader", "champion")
GIFT = card("Gift", "blessing", "while: damage by own blessing +1")
PLAIN = card("Plain", "unit", "now: heal v you", corners="(1) (2) (3)")
CHARM = card("Charm", "spell", "now: heal v you", corners="(1) (1)")


def arranged(*cards: Card, options: str = "", **fields: str) -> Table:
    """Return Anna's third turn with these cards in the card file; ``fields`` have underscores for spaces."""
    every = {each.name: each for each in (LEADER, GIFT, PLAIN, CHARM, *cards)}
    file = to_toml(CardFile("Test", Origin.ORGANISER, False, tuple(every.values()), (), ""))
    values = {"Turn": "Anna 3"}
    for player in ("Anna", "Ben"):
        values |= {f"{player} health": "20", f"{player} blessings": "4 Gift", f"{player} deck": "9 Plain"}
        values |= {f"{player} lane {number}": "Leader" for number in range(1, 5)}
    values |= {key.replace("_", " "): text for key, text in fields.items()}
    game = CHAMPIONS.with_cards(file)
    head = "Record: 1\nGame: champions\nRules: CR-2018-11\nPlayers: Anna, Ben\nFirst: Anna\n"
    head += f"Cards: {game.cards_reference}\n"
    head += f"Interpretations: {options}\n" if options else ""
    lines = "".join(f"{key}: {text}\n" for key, text in values.items() if text)
    return position(f"{head}Position\n{lines}Plays\n", file)


def ability(*text: str, **facts: Any) -> Card:
    """Return an Ability called Deed."""
    return card("Deed", "ability", *text, **facts)
