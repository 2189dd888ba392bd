"""An invented card game without an engine, to test the shared packages.

Its card facts and rule numbers differ from those of every other game.
"""

from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from rules.card_search import Field, Numeric, Subject, Vocabulary, Words
from rules.decks import Catalogue, Format
from rules.decks.constraints import CopyLimit, Size
from rules.games import Game
from rules.rulebooks import Interpretation, Kind, Rule, Rulebook, Term


@dataclass(frozen=True)
class Pebble:
    """One card."""

    name: str
    kind: str
    weight: int | None
    colours: tuple[str, ...]
    words: str
    doubtful: tuple[str, ...] = ()

    cost: int | None = None
    deck_alignments: tuple[str, ...] = ()
    is_deck_card: bool = True
    is_token: bool = False

    @property
    def type(self) -> str:
        """Type of the card."""
        return self.kind


PEBBLES: Final = (
    Pebble("Grey Stone", "stone", 4, ("grey",), "It lies where it was put."),
    Pebble("Round Stone", "stone", 2, ("grey", "white"), "Roll it once a round.", ("weight: nobody has a scale",)),
    Pebble("Kong", "boulder", 90, ("brown",), "It shares its name with a card of another game."),
    Pebble("Handful of Sand", "sand", None, ("yellow",), ""),
)


def _rule(order: int, number: str, heading: str, text: str, parent: str | None) -> Rule:
    kind = Kind.RULE if parent else Kind.SECTION
    path = ("Play",) if parent else ()
    return Rule(f"PEB:{number}", number, number, number, 1, False, order, parent, kind, heading, path, text)


RULEBOOK: Final = Rulebook(
    slug="pebbles-leaflet",
    title="Pebbles Leaflet",
    game="pebbles",
    version="PB-1",
    revised=date(2001, 5, 6),
    attribution="Made up for these tests.",
    prefix="PEB:",
    rules=(
        _rule(0, "1", "Play", "", None),
        _rule(1, "1.1", "Who begins", "The older player begins. See [throwing](1.2).", "PEB:1"),
        _rule(2, "1.2", "Throwing", "A stone that is thrown stays where it lands.", "PEB:1"),
    ),
    glossary=(Term("stone", "What is thrown.", ("PEB:1.2",)),),
)


def _facts(card: Pebble) -> dict[str, Any]:
    return {
        "name": card.name,
        "kind": card.kind,
        "weight": card.weight,
        "colours": list(card.colours),
        "text": [card.words] if card.words else None,
        "doubtful": list(card.doubtful),
    }


POINTS: Final = {
    "PB-01": Interpretation(
        "PB-01",
        ("PEB:1.1",),
        "Who begins where both are of an age?",
        ("The taller player.", "A throw decides."),
        "A player has to go first.",
    )
}

PEBBLES_GAME: Final = Game(
    slug="pebbles",
    name="Pebbles",
    cards=Catalogue(PEBBLES, {"Sand": "Handful of Sand"}),
    card_facts=_facts,
    describe_card=lambda card: f"{card.name}\n  {card.kind}",
    card_fields=Vocabulary(
        Subject(name=lambda card: card.name, text=lambda card: card.words),
        (
            Field("kind", ("k",), "what it is", Words(lambda card: (card.kind,), ("stone", "boulder", "sand"))),
            Field("weight", ("w",), "in grams", Numeric(lambda card: card.weight)),
            Field("colour", ("c",), "what it looks like", Words(lambda c: c.colours, ("brown", "grey", "white"))),
        ),
        {},
    ),
    formats={
        "heap": Format("heap", "Heap", "Any three stones.", "PEB:1", (), (Size(3, "PEB:1"), CopyLimit(2, "PEB:1"))),
    },
    rulebooks={RULEBOOK.slug: RULEBOOK},
    versions={"PB-1": "Leaflet of 2001"},
    interpretations=POINTS,
)
