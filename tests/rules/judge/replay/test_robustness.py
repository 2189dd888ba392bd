"""No record ends in an unexpected exception, and an internal error never looks like a verdict."""

import io
import sys

import pytest

from rules.__main__ import INTERNAL_ERROR, main
from rules.games import EPIC, VERSIONS, game_for_record
from rules.judge.analysis.report import Analysis
from rules.judge.record import RecordError, parse
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.replay.test_samples import SAMPLES

HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"
POSITION = "\nPosition\nTurn: Anna 3\nAnna champion: Kong\nBen champion: Muse\n\nPlays\n"
CHAMPIONS = "Record: 1\nGame: champions\nRules: CR-2018-11\nPlayers: Anna, Ben\nFirst: Anna\nCards: house set\n"
ENDINGS = {
    "play": "Anna: attack with Kong\nBen: play Kong\n",
    "nothing": "",
    "legal": "Anna: attack with Kong\n",
}


class BrokenStream(io.StringIO):
    """A standard output that fails as no stream should."""

    def write(self, _text: str) -> int:
        raise RuntimeError("broken")


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", str(SAMPLES / "plain-breakthrough.rec")],
        ["replay", str(SAMPLES / "deploying-attack.rec"), "--json"],
        ["legal", str(SAMPLES / "plain-breakthrough.rec")],
        ["explain", str(SAMPLES / "plain-breakthrough.rec"), "--line", "31"],
        ["rule", "4.4.1"],
        ["search", "--game", "epic", "blitz"],
        ["card", "Kong"],
        ["cards", "kong"],
        ["play"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_internal_error_exits_with_its_own_code(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", BrokenStream())
    assert main(arguments) == INTERNAL_ERROR == 70
    output = capsys.readouterr().err
    assert "RuntimeError: broken" in output
    assert output.endswith("Internal error: this is a bug in the program and says nothing about the play.\n")


@pytest.mark.parametrize("draw", ["Kong, Wolf", "Kong, Muse, Rage, Lash, Fire", "Kong, dragon, Wolf"])
@pytest.mark.parametrize("rest", ["", "Ben: keep\n", "Anna: keep\n"])
def test_ambiguous_opening_hand_names_matching_cards(draw: str, rest: str) -> None:
    with pytest.raises(RecordError, match="could mean") as raised:
        replay(EPIC, parse(f"{HEADERS}Plays\nchance: Anna draws {draw}\n{rest}"))
    assert raised.value.line == 7


@pytest.mark.parametrize("line", ["0 Sister Vane, 1 Ilse Lampwright", "1 Ilse Lampwright, 100 Sister Vane, 1 Nobody"])
@pytest.mark.parametrize(
    "where", ["Deck Anna: {}\n", "Deck Anna\n1 Pit Drover\n{}\n", "Deck Anna: 1 Pit Drover / {}\n"]
)
def test_deck_line_with_several_cards_and_wrong_count_raises_at_its_line(line: str, where: str) -> None:
    record = parse(CHAMPIONS + where.format(line), versions_by_game=VERSIONS)
    with pytest.raises(RecordError) as raised:
        replay(game_for_record(record, None), record)
    assert {problem.line for problem in raised.value.problems} == {6 + where.count("\n")}
    assert "zip" not in str(raised.value)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize(
    "branch",
    ["Ben: frobnicate Kong", "Ben: play Nobody", "Ben: block with Wolf", "Anna: assign Kong: x to Ben"],
)
@pytest.mark.parametrize("name", ["claimed", "ruled"])
def test_unreadable_branch_is_reported_and_verdict_stands(name: str, branch: str, ending: str) -> None:
    text = HEADERS + POSITION + ENDINGS[ending]
    alone = replay(EPIC, parse(text))
    other = {"claimed": "ruled", "ruled": "claimed"}[name]
    with_branch = replay(EPIC, parse(f"{text}\nBranch {name}\n{branch}\nBranch {other}\nAnna: pass\n"))
    found = Analysis.of(with_branch).comparison
    assert (with_branch.verdict, with_branch.illegal) == (alone.verdict, alone.illegal)
    assert found is not None
    course = found.claimed if name == "claimed" else found.ruled
    assert course.impossible.startswith(f"the branch {name} ")


def test_ambiguous_line_after_illegal_one_ends_claimed_branch() -> None:
    position = "\nPosition\nTurn: Anna 3\nAnna champion: Kong\nBen hand: Ancient Chant, Rage\n\nPlays\n"
    plays = "Ben: play Ancient Chant\nchance: Ben draws Wolf\nBen: pass\n"
    found = Analysis.of(replay(EPIC, parse(HEADERS + position + plays))).comparison
    assert found is not None
    assert found.claimed.impossible == ""
    assert found.claimed.stopped.startswith("chance: Ben draws Wolf: 'Wolf' could mean Wolf Companion or ")


def test_replay_command_with_unreadable_branch_prints_verdict_and_error(
    tmp_path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "branch.rec"
    path.write_text(HEADERS + POSITION + ENDINGS["play"] + "Branch claimed\nBen: frobnicate Kong\n")
    assert main(["replay", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith("ILLEGAL at line 14: Ben: play Kong\n")
    assert "the branch claimed cannot be read: " in out
    assert "'frobnicate Kong' is not understood" in out


def test_legal_record_with_unreadable_branch_is_legal() -> None:
    record = parse(HEADERS + POSITION + ENDINGS["legal"] + "Branch claimed\nBen: frobnicate\n")
    assert replay(EPIC, record).verdict is Verdict.LEGAL
