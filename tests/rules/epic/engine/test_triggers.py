"""Batches of triggers: their order, decisions and later batches."""

from rules.engine.decision import Action
from rules.epic.engine import ENGINE
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import Put, Start, Table


def test_single_trigger_is_not_asked_about() -> None:
    table = Table(a=Start(hand=["Triceratops"], deck=["Muse"]))
    table.a.plays("Triceratops")
    assert table.asks == ("A", "act")
    assert table.a.hand == ["Muse"]


def test_equal_triggers_in_discard_pile_are_not_asked_about() -> None:
    """Two Cave Trolls cannot be told apart there."""
    table = Table(a=Start(hand=["Triceratops"], discard=["Cave Troll", "Cave Troll"], deck=["Muse"]))
    table.a.plays("Triceratops")
    legal = list(ENGINE.legal(table.state))
    assert table.asks == ("A", "order")
    assert len(legal) == 2
    table.a.resolves("Triceratops", legal[1].option)
    assert table.asks == ("A", "act")
    assert table.a.hand == ["Cave Troll", "Cave Troll", "Muse"]


@shows("3.4")
def test_trigger_of_batch_resolves_after_its_source_broke() -> None:
    """Rule 3.2.5b and I-57: the second Fire Shaman breaks and still deals its damage."""
    table = Table(a=Start(in_play=["Fire Shaman", Put("Fire Shaman")], hand=["Lurking Giant"]))
    table.a.plays("Lurking Giant")
    assert table.asks == ("A", "order")
    first = table.champion("Fire Shaman#1").oid
    second = table.champion("Fire Shaman#2").oid
    ENGINE.apply(table.state, Action(0, "resolve", (first,), 0))
    ENGINE.apply(table.state, Action(0, "target", (second,)))
    assert table.a.in_play == ["Fire Shaman", "Lurking Giant"]
    assert table.asks == ("A", "target")
    ENGINE.apply(table.state, Action(0, "target", (1,)))
    assert table.b.health == 27


def test_resolve_trigger_not_in_batch_is_violation() -> None:
    table = Table(a=Start(in_play=["Fire Shaman", "Fire Shaman"], hand=["Lurking Giant"]))
    table.a.plays("Lurking Giant")
    giant = table.champion("Lurking Giant").oid
    violations = ENGINE.check(table.state, Action(0, "resolve", (giant,), 0))
    assert [(v.rule, v.text) for v in violations] == [
        ("3.2.5a", "No such trigger of A's Lurking Giant waits to resolve.")
    ]


def test_log_entries_have_their_cause() -> None:
    """Each entry names the one that led to it: damage, resolving, triggering, playing."""
    table = Table(a=Start(hand=["Kong"]), b=Start(in_play=["Palace Guard"]))
    table.a.plays("Kong")
    table.a.targets("Palace Guard")
    log = table.state.log
    entry = next(event for event in log if event.kind == "break")
    chain = []
    while entry.cause >= 0:
        entry = log[entry.cause]
        chain.append(entry.kind)
    assert chain == ["resolve", "trigger", "play"]
