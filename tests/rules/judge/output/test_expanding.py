"""Expanded records: full words, names, orders of triggers, implied actions, comments, branches."""

from rules.engine.ids import CHANCE
from rules.games import EPIC
from rules.judge.output.full_form import expand_record
from rules.judge.record import parse, write
from rules.judge.replay.replayer import replay
from tests.rules.judge.disputed import judged


def expanded(plays, **fields):
    return [f"{play.actor}: {play.words}" for play in expand_record(judged(plays, **fields)).plays]


def test_expand_record_writes_verbs_and_names_in_full():
    fields = {"Anna_hand": "Kong, White Knight", "Ben_champion": "Palace Guard, Muse"}
    assert expanded("A: kon / mus / p\nB: p", **fields) == [
        "Anna: play Kong", "Anna: target Muse", "Anna: pass", "Ben: pass",
    ]  # fmt: skip


def test_expand_record_writes_name_of_unknown_card():
    assert expanded("A: lurking gi", Anna_hand="2 ?") == ["Anna: play Lurking Giant"]


def test_expand_record_writes_repeated_action_in_full():
    fields = {"Anna_hand": "Kong", "Ben_champion": "Muse (owner Anna)", "Anna_gold": "1"}
    output = expanded("A: kong\nA: t kon\nA: p", **fields)
    assert output == ["Anna: play Kong", "Anna: target Kong", "Anna: pass"]


def test_expand_record_leaves_plays_after_illegal_line_as_written():
    assert expanded("A: kon\nB: bl pal\nA: p", Anna_hand="Kong", Anna_gold="1", Ben_champion="Palace Guard") == [
        "Anna: play Kong", "Ben: bl pal", "Anna: p",
    ]  # fmt: skip


def test_expand_record_preserves_comments_and_clock_times():
    record = parse(
        "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\nPosition\nTurn: Anna 5\n"
        "Anna health: 30\nBen health: 30\nAnna hand: Lurking Giant, ?\nPlays\n# begins\nA: lurk [1:02]  # big\n"
        "Branch ruled\nA: p\n"
    )
    output = expand_record(replay(EPIC, record))
    assert write(output).endswith(
        "Plays\n# begins\n1. Anna: play Lurking Giant [1:02]  # big\n\nBranch ruled\n1. Anna: pass\n"
    )
    assert write(expand_record(replay(EPIC, output))) == write(output)


def test_parts_of_reveal_treat_name_with_comma_as_one_card():
    notation = EPIC.notation
    assert notation.parts(CHANCE, "Ben reveals Rybas, Canopy Sniper") == ["Ben reveals Rybas, Canopy Sniper"]
    assert notation.parts(CHANCE, "Ben reveals Rybas, Canopy Sniper, 2 Lash") == [
        "Ben reveals Rybas, Canopy Sniper", "Ben reveals Lash", "Ben reveals Lash",
    ]  # fmt: skip
