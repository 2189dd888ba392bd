"""History of a table and undo."""

import pickle
import random

import pytest

import rules
from tests.rules.epic.engine.games import HUMANS, TALL
from tests.rules.library.test_lines import POSITION

KONG = [["Kong"] * 30] * 2


def facts(table: rules.Table) -> tuple[object, ...]:
    """Return everything of a table that undoing has to restore."""
    return (
        table.digest(),
        table.record(),
        table.history,
        table.to_act,
        tuple(table.legal()) if table.count(99) < 99 else (),
    )


def test_history_lists_actions_with_player_verb_and_cards() -> None:
    table = rules.position(POSITION)
    for line in ("Anna attacks with Triceratops and Wolf Token", "A: p / B: p", "Ben: bl pal gua"):
        table.apply(line)
    assert [(action, action.player, action.action, action.cards) for action in table.history] == [
        ("Anna: attack with Triceratops, Wolf Token", "Anna", "attack", ("Triceratops", "Wolf Token")),
        ("Anna: pass", "Anna", "pass", ()),
        ("Ben: pass", "Ben", "pass", ()),
        ("Ben: block with Palace Guard", "Ben", "block", ("Palace Guard",)),
    ]


def test_history_begins_with_the_plays_of_the_record() -> None:
    text = f"{POSITION}Plays\nAnna plays Rage on Wolf Token\nA: a tric / p / B: p\n"
    table = rules.position(text)
    table.apply("Ben: no block")
    assert [(action, action.action, action.cards) for action in table.history] == [
        ("Anna: play Rage, mode 1", "play", ("Rage",)),
        ("Anna: target Wolf Token", "target", ("Wolf Token",)),
        ("Anna: attack with Triceratops", "attack", ("Triceratops",)),
        ("Anna: pass", "pass", ()),
        ("Ben: pass", "pass", ()),
        ("Ben: no block", "block", ()),
    ]


def test_undo_goes_back_into_the_record_play_by_play() -> None:
    plays = ["Anna plays Rage on Wolf Token", "Anna: a tric", "Anna: p", "Ben: p"]
    moments = [rules.position(f"{POSITION}Plays\n" + "\n".join(plays[:count])) for count in range(5)]
    table = rules.position(moments[-1].record())
    table.apply("Ben: no block")
    assert table.undo(2) == ("Ben: pass", "Ben: no block")
    assert facts(table) == facts(moments[3])
    table.apply("Ben: pass")
    assert facts(table)[0] == facts(moments[4])[0]
    assert table.undo(4) == moments[4].history
    assert facts(table) == facts(moments[0])
    with pytest.raises(rules.NothingToUndoError, match=r"^cannot undo 1 lines: there are 0$"):
        table.undo()


def test_undo_returns_the_actions_of_whole_lines() -> None:
    table = rules.position(POSITION)
    before = facts(table)
    table.apply("Anna: attack with Triceratops")
    middle = facts(table)
    table.apply("A: p / B: p / nb")
    assert table.undo() == ("Anna: pass", "Ben: pass", "Ben: no block")
    assert facts(table) == middle
    assert table.undo(0) == ()
    assert table.undo() == ("Anna: attack with Triceratops",)
    assert facts(table) == before


@pytest.mark.parametrize("seed", range(6))
def test_undo_restores_every_earlier_moment(seed: int) -> None:
    table, chance, moments = rules.game([HUMANS, TALL]), random.Random(seed), []
    for _ in range(70):
        if table.over:
            break
        moments.append(facts(table))
        action = table.sample(chance)
        table.apply(action if chance.random() < 0.5 else str(action))
    end = facts(table)
    while moments:
        count = min(chance.randrange(1, 9), len(moments))
        again = [str(action) for action in table.undo(count)]
        assert facts(table) == moments[-count]
        del moments[-count:]
        if chance.random() < 0.3:
            branch = pickle.loads(pickle.dumps(table)) if chance.random() < 0.5 else table.copy()
            for line in again:
                branch.apply(line)
            branch.undo(len(again))
            assert facts(branch) == facts(table)
    assert table.history == ()
    for line in end[2]:  # type: ignore[attr-defined]  # the history
        table.apply(line)
    assert facts(table) == end


def test_undo_after_an_unknown_card_was_named_forgets_its_name() -> None:
    table = rules.position(f"{POSITION.split('Anna hand')[0]}Anna hand: Surprise Attack, Lash\n")
    table.apply("Anna: play Surprise Attack")
    before = facts(table)
    table.apply("Anna draws Wither")
    assert table.history[-1].action == "report"
    table.undo()
    assert facts(table) == before


def test_undo_at_a_copy_leaves_the_original() -> None:
    table = rules.game(KONG)
    table.apply("Ben: keep")
    table.copy().undo()
    assert table.history == ("Ben: keep",)


def test_action_applied_at_another_decision_is_read_as_its_line() -> None:
    table = rules.game(KONG)
    keep = next(table.legal())
    table.apply(keep)
    with pytest.raises(rules.IllegalActionError):
        table.apply(keep)
    other = rules.game(KONG)
    other.apply(keep)
    assert other.digest() == table.digest()
    assert pickle.loads(pickle.dumps(keep)) == keep == "Ben: keep"
