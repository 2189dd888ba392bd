"""Rendered rules texts against the reviewed golden file, and the pieces that records use."""

import re
from pathlib import Path

import pytest

from rules.epic.cards import CATALOGUE, PRINTINGS
from rules.epic.effects import Doubtful
from rules.epic.text.rendering import render_ability, render_card, render_condition, render_mode
from rules.epic.text.validation import iter_nodes

GOLDEN = Path(__file__).with_name("texts.txt")


def rendered() -> str:
    """Return all texts the way the golden file has them: a name, its lines indented, a blank line."""
    playable = sorted((card for card in PRINTINGS if card.playable), key=lambda card: card.name)
    return "\n".join("\n".join([card.name, *(f"    {line}" for line in render_card(card)), ""]) for card in playable)


def test_rendered_texts_equal_golden_file() -> None:
    assert rendered() == GOLDEN.read_text(encoding="utf-8")


def _targets(text: str) -> int:
    return len(re.findall(r"\btargets?\b", text))


def test_rendered_text_has_word_target_as_often_as_facts(subtests: pytest.Subtests) -> None:
    """What is a target and what is only chosen makes a difference (5.12.2, 5.6.2); facts are the terse listing."""
    for card in PRINTINGS:
        with subtests.test(card=f"{card.name}-{card.set}"):
            doubted = sum(isinstance(node, Doubtful) for node in iter_nodes(card.text))
            if card.playable and not doubted:
                assert _targets("\n".join(render_card(card))) == _targets(card.summary)


def test_render_mode_is_terse() -> None:
    flash_fire = CATALOGUE.card("Flash Fire")
    assert render_mode(flash_fire, 0) == "inflict 2 damage on all champions and all players"
    assert render_mode(flash_fire, 1) == "draw 2 cards"
    plague = CATALOGUE.card("Plague")
    assert render_mode(plague, 0) == (
        "inflict 1 damage on a target player and all champions of that player; draw 1 card; recycle"
    )


def test_render_mode_of_event_with_one_effect_has_number_0() -> None:
    assert render_mode(CATALOGUE.card("Ceasefire"), 0) == "draw 2 cards; no further attack may be declared this turn"


@pytest.mark.parametrize(("name", "option", "count"), [("Hurricane", 2, 2), ("Hurricane", -1, 2), ("Kong", 0, 0)])
def test_render_mode_invalid_number_raises(name: str, option: int, count: int) -> None:
    with pytest.raises(ValueError, match=rf"^{name} has {count} mode\(s\), none with number {option}$"):
        render_mode(CATALOGUE.card(name), option)


def test_render_mode_differs_between_modes_of_a_card() -> None:
    for card in PRINTINGS:
        if card.playable and card.text and not card.offense:
            modes = [node for ability in card.text for node in getattr(ability, "modes", ())]
            texts = [render_mode(card, option) for option in range(len(modes))]
            assert len(set(texts)) == len(texts), card.name


def test_render_ability_by_number() -> None:
    hydra = CATALOGUE.card("Sea Hydra")
    assert [render_ability(hydra, index) for index in range(3)] == [
        "Tribute → Draw 1 card.",
        (
            "At the end of every turn → "
            "Put a +1/+1 counter on this champion for each point of damage it suffered this turn."
        ),
        "In your discard pile, 1 gold: Recall.",
    ]


def test_render_condition_of_each_ability() -> None:
    assert [render_condition(ability) for ability in CATALOGUE.card("Sea Hydra").text] == [
        "Tribute",
        "At the end of every turn",
        "In your discard pile, 1 gold",
    ]
    assert render_condition(CATALOGUE.card("Hurricane").text[0]) == "Choose one"
    assert render_condition(CATALOGUE.card("Faithful Pegasus").text[1]) == "When this champion attacks or blocks"


def test_render_card_without_abilities_is_empty() -> None:
    assert render_card(CATALOGUE.card("Wolf Token")) == ()
