"""Triggered abilities that one card gives to other champions (5.0.1), and triggers on being blocked."""

import json
from dataclasses import replace

import pytest

from rules.epic.cards.game_cards import PUBLISHED
from rules.epic.cards.printed import PrintedCard
from rules.epic.effects import All, Damage, Draw, Filter, Mode, Modify, OnPlay, Target, Triggered, What, When, Whose
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION
from rules.epic.state import EpicState
from tests.rules.epic.engine.modified_cards import reprint
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import Start, Table

SHOT = Triggered((When.ATTACKS,), (Damage(2, Target(What.PLAYER)),))


@pytest.fixture
def armed(monkeypatch: pytest.MonkeyPatch) -> Table:
    """A's two Wolf Tokens have an ability that Hurricane gave them until end of turn."""
    give = Modify(All(Filter(whose=Whose.OWN)), abilities=(SHOT,))
    card = replace(PUBLISHED.printed("Hurricane").card, text=(OnPlay((Mode((give,)),)),))
    monkeypatch.setitem(PUBLISHED._found, "Hurricane", PrintedCard(card))
    table = Table(a=Start(in_play=["Wolf Token", "Wolf Token"], hand=["Hurricane"]))
    table.a.plays("Hurricane")
    return table


@shows("5.0.1")
def test_granted_ability_triggers_for_each_champion(armed: Table) -> None:
    armed.a.attacks("Wolf Token#1", "Wolf Token#2")
    assert armed.asks == ("A", "order")
    words = [NOTATION.render(armed.state, answer) for answer in ENGINE.legal(armed.state)]
    assert words == ["resolve Wolf Token#1: granted", "resolve Wolf Token#2: granted"]
    assert [NOTATION.read(armed.state, 0, text).action for text in words] == list(ENGINE.legal(armed.state))
    ENGINE.apply(armed.state, next(iter(ENGINE.legal(armed.state))))
    armed.a.targets("B")
    armed.a.targets("A")
    assert (armed.a.health, armed.b.health) == (28, 28)


def test_granted_ability_does_not_apply_to_later_champion(armed: Table) -> None:
    kinds = {card.name: cid for cid, card in armed.state.table.items()}
    armed.champion("Wolf Token#2").until_end = ()
    armed.a.attacks("Wolf Token#2")
    assert armed.asks == ("A", "act")
    assert kinds["Wolf Token"] == armed.champion("Wolf Token").cid


def test_granted_ability_ends_with_turn(armed: Table) -> None:
    armed.next_turn()
    armed.next_turn()
    armed.a.attacks("Wolf Token#1")
    assert armed.asks == ("A", "act")


def test_granted_ability_is_stored_and_described(armed: Table) -> None:
    stored = EpicState.from_json(json.loads(json.dumps(armed.state.to_json())))
    assert stored.digest() == armed.state.digest()
    fields = dict(NOTATION.describe(armed.state))
    assert fields["A champion"] == "Wolf Token (ability from Hurricane)"


def test_granted_ability_is_logged(armed: Table) -> None:
    output = [ENGINE.describe_event(armed.state, event) for event in armed.state.log if event.kind == "modify"]
    assert output[0] == "A's Wolf Token#1 gets the ability that Hurricane gives until end of turn."


@shows("4.4.6[2]")
def test_blocked_trigger_occurs_for_every_attacker_of_group() -> None:
    table = Table(a=Start(in_play=["Kong", "Muse"]), b=Start(in_play=["Steel Golem"]))
    reprint(table.state, "Muse", Triggered((When.BLOCKED,), (Draw(1),)))
    reprint(table.state, "Kong", Triggered((When.BLOCKED,), (Draw(1),)))
    table.a.attacks("Kong", "Muse")
    table.all_pass()
    table.b.blocks("Steel Golem")
    assert table.asks == ("A", "order")


def test_blocked_trigger_does_not_occur_without_block() -> None:
    table = Table(a=Start(in_play=["Kong"]), b=Start(in_play=["Steel Golem"]))
    reprint(table.state, "Kong", Triggered((When.BLOCKED,), (Draw(1),)))
    table.a.attacks("Kong")
    table.all_pass()
    table.b.blocks()
    assert table.a.hand == []
