"""Our catalogue against the collected card facts, field by field."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.hex.card_facts import facts
from rules.hex.cards import CATALOGUE, Card, Fact, Keyword

pytestmark = pytest.mark.shared

CARDS = CATALOGUE.all_printings()


@pytest.fixture(scope="module")
def collected(shared_dir: Path) -> dict[tuple[str, tuple[str, ...]], dict[str, Any]]:
    entries = json.loads((shared_dir / "cards/hex.json").read_text(encoding="utf-8"))
    return {(entry["name"], tuple(sorted(entry["shards"]))): entry for entry in entries}


def test_catalogue_has_same_cards_as_collected_facts(
    collected: dict[tuple[str, tuple[str, ...]], dict[str, Any]],
) -> None:
    assert sorted((card.name, card.shards) for card in CARDS) == sorted(collected)


def threshold(card: Card) -> dict[str, int] | None:
    return None if card.threshold is None else {str(each): card.threshold.of(each) for each in card.shards}


def resources(card: Card) -> dict[str, int] | None:
    found = card.resources
    return None if found is None else {"current": found.current, "max": found.maximum}


def tunneling(card: Card) -> dict[str, Any] | None:
    found = card.tunneling
    if found is None:
        return None
    letters = {str(shard): found.threshold.of(shard) for shard in found.threshold.shards}
    return {"cost": found.cost, "threshold": letters, "number": card.number_of(Keyword.TUNNELING)}


def copies(card: Card) -> int | str | None:
    if card.unlimited:
        return "unlimited"
    return 4 if card.is_deck_card else None


def confidence(card: Card) -> dict[str, str]:
    names = {Fact.CHARGES: "charge_cost"}
    return {str(names.get(fact, fact)): "single" if fact in card.single else "sourced" for fact in card.assessed}


def test_catalogue_has_same_facts_as_collected_facts(
    collected: dict[tuple[str, tuple[str, ...]], dict[str, Any]], subtests: pytest.Subtests
) -> None:
    for card in CARDS:
        with subtests.test(card=card.key):
            fact = collected[card.name, card.shards]
            same = facts(card)
            ours = {
                **{
                    name: same[name]
                    for name in ("name", "set", "number", "rarity", "types", "cost", "x_cost", "traits")
                },
                **{name: same[name] for name in ("faction", "unique", "sockets", "keywords", "sources")},
                "collectible": card.is_deck_card,
                "threshold": threshold(card),
                "races": [card.race] if card.race else [],
                "copies": copies(card),
                "confidence": confidence(card),
            }
            assert ours == {name: fact[name] for name in ours}
            maybe = {
                "attack": card.attack,
                "defense": card.defense,
                "speed": card.speed,
                "resources": resources(card),
                "tunneling": tunneling(card),
                "charge_cost": card.charges,
                "health": card.health,
                "alpha_2013": card.alpha or None,
                "alternate_art": card.alternate_art or None,
            }
            assert maybe == {name: fact.get(name) for name in maybe}
