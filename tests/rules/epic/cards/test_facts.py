"""Our catalogue against the collected card facts, field by field."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.epic.cards import PRINTINGS, Alignment

pytestmark = pytest.mark.shared

INNATE = {"airborne", "ambush", "blitz", "breakthrough", "righteous", "unbanishable", "unblockable", "untargetable"}


@pytest.fixture(scope="module")
def facts(shared_dir: Path) -> dict[tuple[str, str], dict[str, Any]]:
    entries = json.loads((shared_dir / "cards/epic.json").read_text(encoding="utf-8"))
    return {(entry["name"], entry["set"]): entry for entry in entries}


def test_catalogue_has_same_printings_as_collected_facts(facts: dict[tuple[str, str], dict[str, Any]]) -> None:
    assert sorted((card.name, str(card.set)) for card in PRINTINGS) == sorted(facts)


def test_catalogue_has_same_facts_as_collected_facts(
    facts: dict[tuple[str, str], dict[str, Any]], subtests: pytest.Subtests
) -> None:
    for card in PRINTINGS:
        with subtests.test(card=f"{card.name}-{card.set}"):
            fact = facts[card.name, card.set]
            ours = {
                "pack": card.pack,
                "alignment": {str(alignment) for alignment in card.deck_alignments},
                "cost": card.cost,
                "type": str(card.type),
                "classes": list(card.classes),
                "offense": card.offense,
                "defense": card.defense,
                "keywords": [str(keyword) for keyword in card.keywords],
                "markers": list(card.markers),
                "behaviour": card.summary,
                "sources": list(card.sources),
                "doubtful": {doubt.split(":")[0] for doubt in card.doubtful}
                >= {field for field, confidence in fact["confidence"].items() if confidence != "sourced"},
            }
            assert ours == {
                "pack": fact["pack"],
                "alignment": set(fact["alignment"].split("/")),
                "cost": fact["cost"],
                "type": fact["type"],
                "classes": fact["classes"],
                "offense": fact["offense"],
                "defense": fact["defense"],
                "keywords": [keyword for keyword in fact["keywords"] if keyword in INNATE],
                "markers": [keyword for keyword in fact["keywords"] if keyword not in INNATE],
                "behaviour": fact["behaviour"],
                "sources": fact["sources"],
                "doubtful": True,
            }
            assert set(card.alignments) <= set(Alignment)
