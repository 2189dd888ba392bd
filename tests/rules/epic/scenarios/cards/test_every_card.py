"""Every card has a scenario of its effect and one of what it does not do."""

import pytest

from rules.epic.cards import CATALOGUE
from tests.rules.epic.scenarios.claims import claimed


@pytest.mark.parametrize("kind", ["does", "does_not"])
def test_claims_of_scenarios_name_existing_cards(kind: str) -> None:
    assert {name for name in claimed(kind) if CATALOGUE.find(name) is None} == set()


@pytest.mark.parametrize("kind", ["does", "does_not"])
def test_every_card_is_playable_and_claimed_by_both_kinds(kind: str) -> None:
    assert [card.name for card in CATALOGUE if not card.playable] == []
    assert {card.name for card in CATALOGUE} - claimed(kind) == set()
