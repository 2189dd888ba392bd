"""Opinions in addition to a verdict: what it rests on, the other version, claimed and ruled play, commands."""

import json

import pytest

from rules.__main__ import main
from rules.games import EPIC
from rules.judge.analysis.applied_interpretations import applied_interpretations, compare_versions
from rules.judge.analysis.branch_comparison import RulingError, compare_branches
from rules.judge.analysis.report import Analysis
from rules.judge.record import RecordError, parse, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from tests.rules.judge.replay.test_samples import SAMPLES

HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"
BATTLE = """
Position
Turn: Anna 5
Anna health: 24
Anna gold: 1
Anna hand: Lash
Anna champion: Triceratops
Ben health: 19
Ben gold: 1
Ben hand: Lash, Kong
Ben champion: Palace Guard

Plays
Anna: attack with Triceratops
Anna: pass
Ben: pass
Ben: block with Palace Guard
"""


def replay_plays(plays: str, headers: str = HEADERS) -> Replay:
    return replay(EPIC, parse(headers + BATTLE + plays))


def rows(replayed: Replay, ruled: str = "") -> list[str]:
    found = compare_branches(replayed, ruled)
    assert found is not None
    return [str(row) for row in found.rows]


def test_analysis_names_interpretations_that_verdict_rests_on() -> None:
    by_id = {rest.id: rest for rest in applied_interpretations(replay_plays("Anna: play Lash\n"))}
    first = by_id["I-40"]
    assert (first.index, first.chosen, first.is_reason) == (0, False, True)
    assert first.option_text == "The defending player has initiative first."
    assert next(iter(by_id)) == "I-40"


def test_chosen_interpretation_is_played_cited_and_marked() -> None:
    replayed = replay_plays("Anna: pass\nBen: pass\n", HEADERS + "Interpretations: I-40=attacking player\n")
    assert str(replayed.verdict) == "legal"
    assert [(rest.index, rest.chosen) for rest in applied_interpretations(replayed) if rest.id == "I-40"] == [(1, True)]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("I-999=1", "I-999 is no interpretation; those with a choice are I-10"),
        ("I-40=3", "I-40 has these options: 1: The defending"),
        ("I-49=2", "I-49 has no choice of options: 3.2.3d prints"),
        ("I-40=1; I-40=2", "I-40 is chosen twice"),
        ("yes", "'yes' chooses nothing"),
    ],
)
def test_interpretations_header_invalid_raises_at_its_line(value: str, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        replay_plays("", f"{HEADERS}Interpretations: {value}\n")
    assert caught.value.line == 6


def test_compare_versions_reports_different_verdict_of_other_version() -> None:
    (other,) = compare_versions(replay_plays("Ben: pass\nAnna: pass\n"))
    assert (other.version, other.same, other.line) == ("CR-2016-03", False, 22)
    assert (other.verdict_text, other.other_verdict_text[:18]) == ("legal", "illegal at line 23")
    assert next(str(row) for row in other.board) == "initiative: Ben / Anna"


def test_compare_versions_reports_same_verdict_without_difference() -> None:
    assert [other.same for other in compare_versions(replay(EPIC, parse(HEADERS)))] == [False]
    early = BATTLE.partition("Anna: pass")[0]
    assert [other.same for other in compare_versions(replay(EPIC, parse(HEADERS + early)))] == [True]


def test_compare_branches_compares_claimed_with_ruled_play() -> None:
    replayed = replay(EPIC, parse((SAMPLES / "deploying-attack.rec").read_text()))
    assert rows(replayed) == [
        "Kong of Anna is: expended, attacking / prepared",
        "Steel Golem of Anna is: expended, deploying, attacking / prepared, deploying",
        "phase: Battle Phase: before blocks / Main Phase",
    ]
    assert "phase: Battle Phase: before blocks / Main Phase" in rows(replayed, "Anna: pass")


def test_claimed_play_without_gold_is_carried_out_unpaid() -> None:
    replayed = replay_plays("Ben: play Kong\n", HEADERS)
    found = compare_branches(replayed, "pass")
    assert found is not None
    assert (found.claimed.impossible, found.claimed.stopped) == ("", "Ben picks a target for Ben's Kong")
    assert "Kong of Ben: in play / in hand" in map(str, found.rows)


def test_claimed_play_that_is_impossible_has_reason() -> None:
    found = compare_branches(replay_plays("Anna: block with Triceratops\n"))
    assert found is not None
    assert found.claimed.impossible == "Anna cannot block before Ben makes a play or passes."
    assert found.claimed.board.initiative == "Ben"


def test_compare_branches_illegal_ruling_raises() -> None:
    with pytest.raises(RulingError, match="'fly' is no legal answer there"):
        compare_branches(replay_plays("Anna: play Lash\n"), "fly")


def test_legal_record_has_no_deviation() -> None:
    assert compare_branches(replay_plays("")) is None
    assert Analysis.of(replay_plays("")).to_json()["deviation"] is None


def test_skipped_tribute_is_illegal_with_separate_procedure_note() -> None:
    position = BATTLE.partition("Plays")[0].replace("Anna hand: Lash", "Anna hand: Kong, Lash")
    replayed = replay(EPIC, parse(f"{HEADERS}{position}Anna: play Kong\nAnna: pass\n"))
    assert replayed.illegal is not None
    reasons = [(reason.rule, reason.text) for reason in replayed.illegal.reasons]
    assert ("5.6.3", "The tribute of Anna's Kong has triggered and is not optional (I-101).") in reasons
    (missed,) = [rest for rest in applied_interpretations(replayed) if rest.id == "I-101"]
    assert missed.is_reason
    assert missed.sources == ("T01", "T02", "T03")
    assert any(
        row.startswith("Procedure, apart from the rules (I-101, T01") for row in Analysis.of(replayed).text_lines()
    )


def test_end_turn_too_early_is_among_the_reasons() -> None:
    position = BATTLE.partition("Plays")[0].replace("Anna hand: Lash", "Anna hand: 8 Kong")
    plays = "Anna: pass\nBen: play Lash\nBen: target Triceratops\nBen: pass\nAnna: end\nBen: play Kong\n"
    replayed = replay(EPIC, parse(HEADERS + position + plays))
    assert replayed.illegal is not None
    reasons = [reason.text for reason in replayed.illegal.reasons]
    assert "Anna may go straight to the End Phase once the opponent has made plays (I-38)." in reasons


def test_block_before_end_of_plays_is_among_the_reasons() -> None:
    position = BATTLE.partition("Plays")[0]
    start = "Anna: attack with Triceratops\nAnna: pass\nBen: play Lash on Triceratops\nBen: pass\nAnna: pass\n"
    replayed = replay(EPIC, parse(HEADERS + position + start.replace(" on Triceratops", "\nBen: target Triceratops")))
    assert str(replayed.verdict) == "legal"
    wrong = replay(EPIC, parse(HEADERS + position + start.replace(" on ", "\nBen: target ") + "Ben: use Lash\n"))
    assert wrong.illegal is not None
    assert "I-39" in " ".join(reason.text for reason in wrong.illegal.reasons)


def test_legal_command_lists_actions_in_groups(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["legal", str(SAMPLES / "deploying-attack.rec")]) == 1
    out = capsys.readouterr().out
    assert "Anna makes a play or passes  [4.3.1]\n" in out
    assert "  attack (1)\n    Anna: attack with Kong\n" in out
    assert main(["legal", str(SAMPLES / "deploying-attack.rec"), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert [(group["verb"], group["count"]) for group in data["groups"]] == [("play", 1), ("attack", 1), ("pass", 1)]
    assert (data["count"], data["more"]) == (3, False)


def test_explain_command_prints_full_rules_of_line(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(SAMPLES / "plain-breakthrough.rec")
    assert main(["explain", path, "--line", "31"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Line 31: Anna: assign Triceratops: 8 to Palace Guard, 2 to Ben\nLegal. It caused:\n")
    assert "\nI-79  " in out
    text = next(rule.text for rule in EPIC.rulebooks["epic-complete"].rules if rule.id == "4.4.11")
    assert f"\n4.4.11\n  {text}" in out
    assert main(["explain", str(SAMPLES / "deploying-attack.rec"), "--line", "26", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert [rule["rule"] for rule in data["rules"]] == ["5.17.1", "5.17.2", "5.8.1"]
    assert main(["explain", path, "--line", "7"]) == 2
    assert "line 7 is no play; the nearest one is line" in capsys.readouterr().err


def test_explain_command_explains_each_play_of_line(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "short.rec"
    path.write_text(f"{HEADERS}{BATTLE}B: lash / t tric / p\nA: lash / t steel golem\n")
    line = (HEADERS + BATTLE).count("\n") + 1
    assert main(["explain", str(path), "--line", str(line)]) == 0
    output = capsys.readouterr().out
    heads = [row for row in output.splitlines() if row.startswith(f"Line {line}: ")]
    assert heads == [f"Line {line}: Ben: {words}" for words in ("lash", "t tric", "p")]
    assert main(["explain", str(path), "--line", str(line), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["line"], data["legal"]) == (line, True)
    assert [(play["actor"], play["words"]) for play in data["plays"]] == [("Ben", w) for w in ("lash", "t tric", "p")]


def test_explain_command_of_undetermined_line_prints_reason(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.rec"
    path.write_text(
        f"{HEADERS}{BATTLE.replace('Lash, Kong', 'Angel of Light, 2 ?')}Ben: play Angel of Light\n"
        "Ben: resolve Angel of Light: loyalty\nBen: reveal ?, ?\n"
    )
    assert main(["replay", str(path)]) == 3
    capsys.readouterr()
    assert main(["explain", str(path), "--line", "25"]) == 3
    output = capsys.readouterr().out
    assert output.startswith("Line 25: Ben: reveal ?, ?\nUndetermined: Line 25 (Ben): Ben reveals unknown cards")
    assert "\n5.3.1\n" in output


def test_replay_command_compares_ruling(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(SAMPLES / "deploying-attack.rec")
    assert main(["replay", path, "--ruled", "pass"]) == 1
    assert "  ruled: Anna: pass\n" in capsys.readouterr().out
    assert main(["replay", path, "--ruled", "dance"]) == 2
    assert capsys.readouterr().err.startswith(f"{path}: 'dance' is no legal answer there: ")


BRANCHES = """
Branch claimed
Ben: play Lash
Ben: target Triceratops

Branch ruled
Ben: pass
"""


def test_branches_of_record_are_compared() -> None:
    found = compare_branches(replay_plays(BRANCHES))
    assert found is not None
    assert (found.claimed.words, found.ruled.words) == ("Ben: play Lash; Ben: target Triceratops", "Ben: pass")
    assert "Triceratops of Anna offense: 14 / 10" in map(str, found.rows)
    assert parse(write(replay_plays(BRANCHES).record)) == replay_plays(BRANCHES).record


def test_claimed_branch_is_forced_and_ruled_branch_must_be_legal() -> None:
    found = compare_branches(
        replay_plays(BRANCHES.replace("Ben: target Triceratops", "Ben: target Triceratops\nBen: play Kong"))
    )
    assert found is not None
    assert found.claimed.words.endswith("; Ben: play Kong")
    assert "Kong of Ben: in play / in hand" in map(str, found.rows)
    wrong = compare_branches(replay_plays(BRANCHES.replace("Branch ruled\nBen: pass", "Branch ruled\nBen: play Kong")))
    assert wrong is not None
    assert wrong.ruled.impossible.startswith("the branch ruled is illegal at line")


def test_branch_repeated_or_with_unknown_player_raises() -> None:
    with pytest.raises(RecordError, match="the branch ruled is repeated"):
        replay_plays(BRANCHES + "Branch ruled\nBen: pass\n")
    with pytest.raises(RecordError, match="'Carl' is no player in this record"):
        replay_plays("Branch claimed\nCarl: pass\n")


def test_ambiguous_last_line_reports_both_meanings() -> None:
    """What the Guilt Demon offers can have no target, and what Faithful Pegasus offers may be declined."""
    champions = "Anna champion: Guilt Demon\nAnna champion: Faithful Pegasus\nAnna champion: White Knight"
    position = BATTLE.partition("Plays")[0].replace("Anna champion: Triceratops", champions)
    attack = "Anna: attack with Guilt Demon, Faithful Pegasus\nAnna: resolve Guilt Demon\n"
    once = replay(EPIC, parse(f"{HEADERS}{position}{attack}Anna: decline\n"))
    assert once.ambiguity.startswith("Line 22 is taken to repeat what had no alternative. It could also be the next")
    assert once.to_json()["ambiguity"] == once.ambiguity
    twice = replay(EPIC, parse(f"{HEADERS}{position}{attack}Anna: decline\nAnna: decline\n"))
    assert twice.ambiguity == ""


def test_order_of_recycled_cards_is_no_difference() -> None:
    position = "Position\nTurn: Anna 5\nAnna health: 30\nAnna hand: Ogre Mercenary\nAnna discard: {}\nBen health: 30\n"
    recycled = "Wolf Companion", "Ancient Chant"
    for cards in (recycled, recycled[::-1]):
        plays = f"Anna: play Ogre Mercenary\nAnna: choose {', '.join(cards)}\n"
        replayed = replay(EPIC, parse(HEADERS + position.format(", ".join(recycled)) + "Plays\n" + plays))
        assert str(replayed.verdict) == "legal"
        assert [other.same for other in compare_versions(replayed)] == [True]
