"""Order of the output: verdict first, assumptions, effects of other options, divisions of damage."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.games import EPIC
from rules.judge.analysis.applied_interpretations import (
    AppliedInterpretation,
    applied_interpretations,
    compare_versions,
)
from rules.judge.analysis.option_effects import MAX_LINES, add_option_effects
from rules.judge.record import parse
from rules.judge.record.model import Record
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.summary import summary

HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Ana, Ben\nFirst: Ana\n"
BATTLE = """Position
Turn: Ana 5
Ana health: 20
Ben health: 20
Ana champion: Kong
Ana champion: Triceratops
Ben champion: Palace Guard
Ben champion: Muse
Ben champion: White Knight (5 damage)
Plays
Ana: attack with Kong, Triceratops
Ana: pass
Ben: pass
Ben: block with Palace Guard, Muse, White Knight
Ben: pass
Ana: pass
"""
WRONG = "Ana: assign Kong: 8 to Palace Guard, 4 to Muse; Triceratops: 10 to White Knight\n"
NEAREST = [
    "assign Kong: 9 to Palace Guard, 4 to Muse; Triceratops: 10 to White Knight",
    "assign Kong: 8 to Palace Guard, 5 to Muse; Triceratops: 10 to White Knight",
    "assign Kong: 8 to Palace Guard, 4 to Muse, 1 to White Knight; Triceratops: 10 to White Knight",
]
DIVIDED = (
    "Ana's Kong (13) and Ana's Triceratops (10) each deal all of their offense to Ben's Palace Guard, Ben's Muse and "
    "Ben's White Knight, divided in any way."
)


def record(plays: str = "", position: str = BATTLE) -> Record:
    return parse(HEADERS + position + plays)


def played(plays: str = "", position: str = BATTLE) -> Replay:
    return replay(EPIC, record(plays, position))


def written(path: Path, text: str) -> str:
    file = path / "play.rec"
    file.write_text(HEADERS + text)
    return str(file)


def command_output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(list(words))
    return capsys.readouterr().out


def test_replay_command_prints_verdict_first_and_board_last(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = command_output(capsys, "replay", written(tmp_path, BATTLE + WRONG)).split("\n")
    rule = EPIC.rulebooks["epic-complete"].get("4.4.11").text
    assert out[:3] == [
        f"ILLEGAL at line 22: {WRONG.strip()}",
        "Ana's Kong deals 13 damage, its offense; 12 is assigned (I-83).",
        f"  4.4.11: {rule}",
    ]
    order = ["What is legal", "  claimed: ", "Depends on", "Assumptions", "CR-2016-03", "  16  Ana: attack", "Then: "]
    found = [next(at for at, row in enumerate(out) if row.startswith(words)) for words in order]
    assert found == sorted(found)


@pytest.mark.parametrize(
    ("plays", "sentence", "rule"),
    [
        ("", "Ana may pass: Ana has initiative.", "3.1.1"),
        (WRONG, "Ana's Kong deals 13 damage, its offense; 12 is assigned (I-83).", "4.4.11"),
    ],
)
def test_replay_command_json_begins_with_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], plays: str, sentence: str, rule: str
) -> None:
    data = json.loads(command_output(capsys, "replay", written(tmp_path, BATTLE + plays), "--json"))
    assert list(data)[:3] == ["verdict", "sentence", "rule"]
    assert list(data)[-2:] == ["timeline", "final"]
    assert (data["sentence"], data["rule"]["rule"]) == (sentence, rule)
    assert data["rule"]["text"] != ""


def test_undetermined_verdict_has_reason_and_its_rule() -> None:
    unsure = "Position\nTurn: Ana 5\nAna health: 20\nBen health: 20\nAna hand: Steel Golem, 2 ?\nPlays\n"
    left_open = played("Ana: play Steel Golem\nAna: reveal ?, ?\n", unsure)
    assert str(left_open.verdict) == "undetermined"
    assert summary(left_open).sentence == left_open.undetermined
    assert summary(left_open).rule == "5.3.1"


def test_other_version_is_reported_if_different_or_requested(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    same = written(tmp_path, BATTLE.partition("Ana: pass")[0])
    assert "CR-2016-03" not in command_output(capsys, "replay", same)
    assert json.loads(command_output(capsys, "replay", same, "--json"))["other_versions"] == []
    assert "\nCR-2016-03 has the same verdict.\n" in command_output(capsys, "replay", same, "--versions")
    asked = json.loads(command_output(capsys, "replay", same, "--json", "--versions"))
    assert asked["other_versions"] == [{"version": "CR-2016-03", "same": True}]
    assert "CR-2016-03 rules differently from line 19" in command_output(
        capsys, "replay", written(tmp_path, BATTLE + WRONG)
    )


def test_assumptions_list_everything_missing_from_position() -> None:
    assert played().assumptions() == (
        "Ana: 1 gold, no cards in hand, an empty discard pile, a deck of 30 unknown cards",
        "Ben: 1 gold, no cards in hand, an empty discard pile, a deck of 30 unknown cards",
        "Phase: the Main Phase",
        "Initiative: Ana has it",
        "Passed in this window: nobody",
        "Champions of which nothing is said: prepared, not deploying, without damage",
        "Earlier this turn: nothing that still counts (no 1-cost card played, nothing broken, nothing forbidden)",
    )


def test_assumptions_exclude_stated_facts_and_use_position_before_start() -> None:
    position = (
        "Position\nTurn: Ana 5\nPhase: start\nAna health: 20\nBen health: 20\nBen gold: 0\nBen hand: 2 ?\n"
        "Ana champion: Kong (expended)\nBen deck: 10\nBen discard: none\nBen champion: none\n"
    )
    assert played(position=position).assumptions() == (
        "Ana: 1 gold, no cards in hand, an empty discard pile, a deck of 30 unknown cards",
    )


def test_assumptions_of_game_from_beginning_are_decks_only() -> None:
    assert replay(EPIC, parse(HEADERS)).assumptions() == (
        "Ana's and Ben's decks: not listed; a card is taken as it is named",
    )


def by_id(replayed: Replay) -> dict[str, AppliedInterpretation]:
    return {rest.id: rest for rest in add_option_effects(replayed, applied_interpretations(replayed))}


def test_interpretation_states_whether_other_option_changes_verdict() -> None:
    found = by_id(played(WRONG))
    assert [(rest.id, rest.changes) for rest in found.values()] == [("I-83", "no"), ("I-39", "no"), ("I-40", "yes")]
    (other,) = found["I-40"].other_options
    assert (other.index, other.changes) == (1, "yes")
    assert other.verdict.startswith("illegal at line 20: 4.1.2: ")


def test_interpretation_without_choice_changes_nothing_and_states_why() -> None:
    found = [rest for rest in by_id(played(WRONG)).values() if not EPIC.interpretations[rest.id].is_selectable]
    for rest in found:
        assert rest.changes == "no"
        assert all(other.verdict.startswith("It cannot be chosen: ") for other in rest.other_options)


def test_interpretation_effects_beyond_limit_are_undetermined() -> None:
    long = played(WRONG)
    many = replace(long, record=replace(long.record, plays=long.record.plays * (MAX_LINES // 7 + 1)))
    assert {rest.changes for rest in add_option_effects(many, applied_interpretations(long))} == {"undetermined"}
    assert all(
        "Not tried" in other.verdict
        for rest in add_option_effects(many, applied_interpretations(long))
        for other in rest.other_options
    )


def test_illegal_damage_assignment_reports_constraint_and_nearest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = played(WRONG).illegal
    assert wrong is not None
    assert (wrong.constraint, wrong.count, list(wrong.legal)) == (DIVIDED, 6930, NEAREST)
    path = written(tmp_path, BATTLE + WRONG)
    data = json.loads(command_output(capsys, "legal", path, "--json"))
    assert data["groups"] == [{"verb": "assign", "count": 6930, "constraint": DIVIDED, "answers": NEAREST}]
    assert (data["count"], data["more"]) == (6930, False)
    assert f"  assign (6,930 ways)\n    {DIVIDED}\n    for example: {NEAREST[0]}\n" in command_output(
        capsys, "legal", path
    )
    explained = command_output(capsys, "explain", path, "--line", "22")
    assert f"  What is legal here (6,930 ways): {DIVIDED}\n  nearest: {NEAREST[0]}\n" in explained
    assert len(command_output(capsys, "legal", path)) < 800


DAMAGED = """Position
Turn: Ana 5
Ana health: 20
Ben health: 20
Ana champion: Kong
Ben champion: Palace Guard
Plays
Ana: attack with Kong
Ana: pass
Ben: pass
Ben: no block
"""


def test_other_version_is_reported_only_if_its_verdict_differs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    boards_only = written(tmp_path, DAMAGED)
    (other,) = compare_versions(replay(EPIC, parse(HEADERS + DAMAGED)))
    assert (other.same, other.differs, other.verdict) == (False, False, "legal")
    assert "CR-2016-03" not in command_output(capsys, "replay", boards_only)
    assert json.loads(command_output(capsys, "replay", boards_only, "--json"))["other_versions"] == []
    assert "CR-2016-03 rules differently" in command_output(capsys, "replay", boards_only, "--versions")
