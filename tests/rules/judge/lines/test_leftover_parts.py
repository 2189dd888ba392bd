"""Parts of a line that apply later: every part applies before the record ends, or is reported."""

import pytest

from rules.games import EPIC
from rules.judge.record import RecordError, parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged

SHAMAN = {
    "Anna_hand": "Kong",
    "Anna_champion": "Fire Shaman, Triceratops",
    "Ben_champion": "Palace Guard, Wolf Token",
}
PLAY = "Anna: play Kong\n"


@pytest.mark.parametrize("after", ["", "\nAnna: target Palace Guard\nAnna: target Ben\nAnna: pass"])
@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("resolve Kong, Kong", "resolve Kong"),
        ("resolve Kong: tribute, Kong: tribute", "resolve Kong: tribute"),
        ("resolve Kong, Fire Shaman, Fire Shaman", "resolve Fire Shaman"),
        ("resolve Kong, Triceratops", "resolve Triceratops"),
        ("r kong, fire shaman, kong", "resolve kong"),
    ],
)
def test_replay_trigger_named_more_often_than_it_waits_is_refused(line: str, part: str, after: str) -> None:
    with pytest.raises(RecordError) as refused:
        judged(f"{PLAY}Anna: {line}{after}", **SHAMAN)
    [problem] = refused.value.problems
    assert f"“{part}” cannot be carried out" in problem.message
    assert problem.unparsed == part


def test_replay_record_ending_before_a_waiting_trigger_is_legal() -> None:
    assert judged(f"{PLAY}Anna: resolve Kong, Fire Shaman", **SHAMAN).verdict is Verdict.LEGAL


def test_replay_order_of_all_triggers_carried_out_is_legal() -> None:
    plays = f"{PLAY}Anna: resolve Kong, Fire Shaman\nAnna: target Palace Guard\nAnna: target Ben\nAnna: pass"
    assert judged(plays, **SHAMAN).verdict is Verdict.LEGAL


def test_replay_second_copy_of_a_trigger_that_waits_twice_is_legal() -> None:
    fields = {**SHAMAN, "Anna_champion": "2 Fire Shaman, Triceratops"}
    plays = f"{PLAY}Anna: resolve Fire Shaman#1, Fire Shaman#2, Kong\nAnna: target Ben"
    assert judged(plays, **fields).verdict is Verdict.LEGAL


def test_apply_trigger_named_twice_on_a_table_is_refused() -> None:
    text = (
        "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\nDeck Anna: unknown\n"
        "Position\nTurn: Anna 5\nAnna hand: Kong\nAnna champion: Fire Shaman\nBen champion: Palace Guard\n"
        "Plays\nAnna: play Kong\nAnna: resolve Kong, Kong\n"
    )
    with pytest.raises(RecordError, match="cannot be carried out"):
        replay(EPIC, parse(text))


def test_replay_draw_stated_but_not_made_by_the_end_is_refused() -> None:
    plays = "Anna: pass\nBen: pass\nBen: pass"
    with pytest.raises(RecordError, match="“Ben draws Lash” has not happened by the end of the record"):
        judged(f"{plays}\nchance: Ben draws Kong, Lash", Ben_hand="Muse")
