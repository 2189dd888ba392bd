"""Validation of the vocabulary and of each playable card's text against its facts."""

from dataclasses import replace
from typing import get_args

import pytest

from rules.epic import effects
from rules.epic.cards import CATALOGUE, PRINTINGS
from rules.epic.effects import Ability, Amount, Draw, Instruction, Loyalty, Mode, OnPlay, Selector, Tribute
from rules.epic.instructions.resolution import EXECUTE
from rules.epic.rulebooks import RULEBOOKS
from rules.epic.text.validation import iter_nodes, markers_of, nodes_without_text, validate, validation_errors

INSTRUCTIONS = [
    each
    for each in (getattr(effects, name) for name in effects.__all__)
    if isinstance(each, type) and issubclass(each, Instruction) and each is not Instruction
]
KINDS = [
    *get_args(Ability),
    *INSTRUCTIONS,
    *get_args(Selector),
    *get_args(effects.Condition),
    *get_args(Amount),
]
KINDS.remove(int)
AHEAD = {effects.OwnerOf, effects.DefenseOf, effects.Plus, effects.Times}
"""Nodes whose cards are being written; empty once every card is playable."""
HUMANS = [
    "Apocalypse", "Final Task", "Plague", "Guilt Demon", "Wither", "Lord of the Arena", "Palace Guard", "White Knight",
    "Angel of Light", "Angel of Mercy", "Angelic Protector", "Divine Judgment", "Noble Unicorn", "Resurrection",
    "Brave Squire", "Faithful Pegasus", "Priest of Kalnor", "White Dragon", "Kong", "Pyromancer", "Surprise Attack",
    "Flash Fire", "Lash",
]  # fmt: skip
TALL = [
    "Ceasefire", "Resurrection", "Brave Squire", "Watchful Gargoyle", "Frost Giant", "Juggernaut", "Sea Titan",
    "Steel Golem", "Stand Alone", "Forcemage Apprentice", "Keeper of Secrets", "Muse", "Spike Trap", "Jungle Queen",
    "Kong", "Raging T-Rex", "Sea Hydra", "Triceratops", "Lightning Storm", "Lurking Giant", "Hurricane",
    "Surprise Attack", "Cave Troll", "Fire Shaman", "Flash Fire", "Lash", "Wurm Hatchling",
]  # fmt: skip


def test_validate_published_cards_has_no_errors() -> None:
    assert validate(PRINTINGS) == []


@pytest.mark.parametrize("name", sorted({*HUMANS, *TALL}))
def test_cards_of_both_decks_are_playable(name: str) -> None:
    card = CATALOGUE.card(name)
    assert card.playable
    assert card.engine == "plays"


def test_find_divine_judgment_by_alternative_spelling() -> None:
    found = CATALOGUE.find("Divine Judgement")
    assert found is not None
    assert found.card is CATALOGUE.card("Divine Judgment")


def test_nodes_used_by_cards_are_in_vocabulary() -> None:
    known = {*KINDS, effects.Mode, effects.Cost, effects.Filter}
    used = {type(node) for card in PRINTINGS for node in iter_nodes(card.text)}
    assert used - known == set()


def test_node_kinds_are_each_used_by_a_card() -> None:
    used = {type(node) for card in PRINTINGS for node in iter_nodes(card.text)}
    assert set(KINDS) - used - AHEAD == set()


def test_selectors_and_instructions_all_have_text() -> None:
    assert nodes_without_text([*INSTRUCTIONS, *get_args(Selector)]) == []


def test_instructions_all_have_an_interpreter() -> None:
    assert set(EXECUTE) == set(INSTRUCTIONS)
    assert len(INSTRUCTIONS) == 42


def test_nodes_without_text_are_named() -> None:
    assert nodes_without_text([Draw, effects.Cost]) == ["Cost"]


@pytest.mark.parametrize("kind", [*KINDS, effects.Mode, effects.Cost], ids=lambda kind: kind.__name__)
def test_nodes_cite_existing_rules(kind: type) -> None:
    cited = [rule for rule in kind.RULES if not rule.startswith("I-")]  # type: ignore[attr-defined]
    assert cited
    for rule in cited:
        assert rule in RULEBOOKS["epic-complete"], rule


class TestProblems:
    """Each kind of slip in a card's data is found and named."""

    def test_validation_missing_ability_is_error(self) -> None:
        card = replace(CATALOGUE.card("Triceratops"), text=())
        assert validation_errors(card) == ["Triceratops: the facts list 'tribute', the text has no such ability"]

    def test_validation_ability_missing_from_facts_is_error(self) -> None:
        card = CATALOGUE.card("Triceratops")
        card = replace(card, text=(*card.text, Loyalty(2, (Draw(1),))))
        assert validation_errors(card) == ["Triceratops: the text has 'loyalty 2', the facts do not list it"]

    def test_validation_event_without_effect_is_error(self) -> None:
        card = replace(CATALOGUE.card("Hurricane"), text=())
        assert validation_errors(card) == [
            "Hurricane: an event card needs exactly one OnPlay, it has 0",
            "Hurricane: it has a behaviour but no text",
        ]

    def test_validation_champion_with_event_text_is_error(self) -> None:
        card = CATALOGUE.card("Triceratops")
        card = replace(card, text=(*card.text, OnPlay((Mode((Draw(1),)),))))
        assert validation_errors(card) == [
            "Triceratops: a champion does nothing on being played, it cannot have OnPlay"
        ]

    def test_validate_ignores_unplayable_cards(self) -> None:
        assert validate([replace(CATALOGUE.card("Hurricane"), text=(), playable=False)]) == []


def test_markers_of_nested_nodes_are_found() -> None:
    assert markers_of(CATALOGUE.card("Sea Hydra")) == {"tribute", "recall", "discard power"}
    assert markers_of(CATALOGUE.card("White Dragon")) == {"tribute", "recycle"}


def test_texts_that_are_equal_have_equal_hash() -> None:
    assert Tribute((Draw(1),)) == Tribute((Draw(1),))
    assert hash(CATALOGUE.card("Plague").text) == hash(CATALOGUE.card("Plague").text)
