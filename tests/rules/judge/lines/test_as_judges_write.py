"""Records in the words of judges: how each line was read is reported by every command, and so are missed triggers."""

import json
from dataclasses import replace as changed

import pytest

from rules import api
from rules.__main__ import main
from rules.engine.decision import UndeterminedError
from rules.epic import engine
from rules.epic.game_loop.rules import RULES
from rules.games import EPIC
from rules.judge.analysis.report import Analysis
from rules.judge.output.full_form import expand_record
from rules.judge.record import RecordError, parse, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged, reasons

HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Ana, Ben\nFirst: Ana\n"
POSITION = (
    "Position\nAna life: 20\nAna champion: Kong, Palace Guard\nBen champion: Palace Guard, Muse\nAna hand: Rage\n"
)
PLAYS = "Plays\n1. Ana plays Rage on Kong  # sent\nAna attacks with Kong\nAna: ok\n[14:05] ben passes\n"
RECORD = f"{HEADERS}{POSITION}{PLAYS}Ben: Palace Guard blocks Kong\n"
FULL = [
    "Ana: play Rage, mode 1",
    "Ana: target Kong",
    "Ana: attack with Kong",
    "Ana: pass",
    "Ben: pass",
    "Ben: block with Palace Guard",
]
SHOWN = [
    "Ana: play Rage: give a target champion +4 offense and +4 defense and breakthrough until end of turn",
    *FULL[1:],
]
"""What a reader is shown: an effect by its text, where a record counts it."""


def read_texts(replayed):
    return [f"{step.actor}: {step.read or step.words}" for step in replayed.steps]


def test_record_in_words_of_judges_is_printed_in_full():
    replayed = replay(EPIC, parse(RECORD))
    assert (replayed.verdict, read_texts(replayed)) == (Verdict.LEGAL, SHOWN)
    assert [step.line for step in replayed.steps] == [12, 12, 13, 14, 15, 16]
    full = write(expand_record(replayed))
    assert [
        line.partition(". ")[2].partition("  ")[0].removesuffix(" [14:05]") for line in full.split("\n")[-7:-1]
    ] == FULL
    again = replay(EPIC, parse(full))
    assert (again.final.digest(), read_texts(again)) == (replayed.final.digest(), SHOWN)


def test_commands_report_how_each_line_was_read(tmp_path, capsys):
    path = tmp_path / "judge.rec"
    path.write_text(RECORD)
    assert main(["replay", str(path)]) == 0
    assert "  16  Ben: Palace Guard blocks Kong" in (out := capsys.readouterr().out)
    assert "        read as: Ben: block with Palace Guard\n" in out
    assert main(["replay", str(path), "--json"]) == 0
    timeline = json.loads(capsys.readouterr().out)["timeline"]
    assert [entry.get("read", entry["text"]) for entry in timeline] == SHOWN
    assert main(["explain", str(path), "--line", "16"]) == 0
    assert "Interpreted as: Ben: block with Palace Guard\n" in capsys.readouterr().out
    assert main(["legal", str(path)]) == 0


def test_table_accepts_lines_in_words_of_judges():
    there = api.position(f"{HEADERS}{POSITION}")
    assert there.check("Ana plays Rage on Kong") == []
    assert [each.sentence for each in there.apply("Ana: play Rage on Kong")][:2] == [
        "Ana plays Rage (effect 1 of 2) for 0 gold.",
        "Ana targets Ana's Kong with Rage.",
    ]
    before = there.record()
    assert [reason.rule for reason in there.check("Ana: play Rage on Kong")] == ["3.0"]
    assert there.record() == before


def test_illegal_line_reports_how_it_was_read():
    wrong = replay(EPIC, parse(f"{HEADERS}{POSITION}Plays\nAna: swings with Muse\n")).illegal
    assert wrong is not None
    assert (wrong.as_written, wrong.read) == ("swings with Muse", "attack with Muse")


def test_impossible_target_in_line_is_illegal():
    record = f"{HEADERS}{POSITION}Ana discard: Lash\nPlays\nAna: play Rage, mode 1, target Lash\n"
    wrong = replay(EPIC, parse(record)).illegal
    assert wrong is not None
    assert (wrong.line, wrong.text, [reason.rule for reason in wrong.reasons]) == (13, "target Lash", ["5.20.2"])


@pytest.mark.parametrize(
    ("line", "column"), [("Ana frobnicates Kong", 5), ("Ana: frobnicates Kong", 6), ("Frobnicate Kong", 1)]
)
def test_invalid_line_reports_line_and_column(line, column):
    with pytest.raises(RecordError) as caught:
        replay(EPIC, parse(f"{HEADERS}{POSITION}Plays\n{line}\n"))
    assert (caught.value.line, caught.value.column) == (12, column)


@pytest.mark.parametrize(
    "line",
    [
        "Anna: misses Noble Unicorn: tribute",
        "Anna: forgot the tribute of Noble Unicorn",
        "Anna misses Noble Unicorn's tribute",
    ],
)
def test_missed_trigger_without_decision_can_be_stated(line):
    replayed = judged(f"Anna: play Noble Unicorn\n{line}", Anna_hand="Noble Unicorn")
    assert reasons(replayed) == [
        ("5.6.3", "The tribute of Anna's Noble Unicorn has triggered and is not optional (I-101).")
    ]
    assert any(row.startswith("Procedure, apart from the rules (I-101") for row in Analysis.of(replayed).text_lines())


def test_missed_trigger_that_did_not_occur_raises():
    with pytest.raises(RecordError, match="no trigger of 'Kong' that could be missed"):
        judged("Anna: misses Kong: tribute", Anna_champion="Kong")


def test_card_name_alone_is_read_as_play_for_other_player():
    wrong = judged("Ben: Kong", Ben_hand="Kong")
    assert wrong.illegal is not None
    assert wrong.illegal.read == "play Kong"
    assert wrong.verdict is Verdict.ILLEGAL


def test_endless_loop_is_undetermined_or_drawn_by_option(monkeypatch):
    record = f"{HEADERS}{{}}{POSITION}Plays\nAna: pass\nBen: pass\n"
    before = replay(EPIC, parse(record.format("")[: -len("Ben: pass\n")])).final
    monkeypatch.setattr(engine, "RULES", changed(RULES, most_steps=1))
    with pytest.raises(UndeterminedError, match="I-102"):
        EPIC.engine.apply(EPIC.engine.copy(before), EPIC.notation.read(before, 1, "pass").action)
    monkeypatch.undo()
    before = replay(EPIC, parse(record.format("Interpretations: I-102=2\n")[: -len("Ben: pass\n")])).final
    monkeypatch.setattr(engine, "RULES", changed(RULES, most_steps=1))
    EPIC.engine.apply(before, EPIC.notation.read(before, 1, "pass").action)
    assert (before.over, before.winners, before.log[-1].rules) == (True, (), ("3.4.2", "I-102"))


LOYAL = {"Anna_hand": "Medusa, Wither, Consume", "Ben_champion": "Muse"}
TRIBUTE = {"Anna_hand": "Kong", "Ben_champion": "Muse"}


@pytest.mark.parametrize(
    ("fields", "message", "plain"),
    [
        ({"Phase": "start"}, "Anna draws Kong", "chance: Anna draws Kong"),
        ({"Phase": "start"}, "Anna: draw kong", "chance: Anna draws Kong"),
        ({"Anna_hand": "Ceasefire"}, "Anna: play Ceasefire / Anna draws Kong, Muse",
         "Anna: play Ceasefire / chance: Anna draws Kong, Muse"),
        (TRIBUTE, "Anna: play Kong / Anna: tribute: Muse", "Anna: play Kong / Anna: target Muse"),
        (TRIBUTE, "Anna: play Kong / Anna: Kong's tribute targets Muse", "Anna: play Kong / Anna: target Muse"),
        (LOYAL, "Anna: play Medusa / Anna: loyalty: Wither, Consume / Anna: target Muse",
         "Anna: play Medusa / Anna: reveal Wither, Consume / Anna: target Muse"),
        (LOYAL, "Anna: play Medusa / Anna: no loyalty", "Anna: play Medusa / Anna: decline"),
        ({"Anna_champion": "Dark Assassin", "Ben_champion": "Muse"}, "Anna taps Dark Assassin on Muse",
         "Anna: use Dark Assassin / Anna: target Muse"),
        ({}, "Anna: go to end", "Anna: pass"),
    ],
)  # fmt: skip
def test_phrases_for_draws_tributes_loyalty_and_powers_are_read(fields, message, plain):
    there, meant = (judged(words.replace(" / ", "\n"), **fields) for words in (message, plain))
    assert (there.verdict, meant.verdict) == (Verdict.LEGAL, Verdict.LEGAL)
    assert there.final.digest() == meant.final.digest()


def test_stated_draw_is_compared_with_game():
    stated = judged("Anna: play Ceasefire\nAnna: draws 2 cards", Anna_hand="Ceasefire")
    assert (stated.verdict, len(stated.steps)) == (Verdict.LEGAL, 1)
    with pytest.raises(RecordError, match="“draws 3 cards” is not what happened"):
        judged("Anna: play Ceasefire\nAnna: draws 3 cards", Anna_hand="Ceasefire")
