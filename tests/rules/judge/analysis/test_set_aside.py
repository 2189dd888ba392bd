"""A decklist that contradicts the table is set aside with a reason, which the verdict states."""

import pytest

from rules.commands.replay import as_json, report
from rules.games import GAMES, require_engine
from rules.judge.analysis.report import Analysis
from rules.judge.record import RecordError, from_json, parse, to_json, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay

STOLEN = """\
Record: 1
Game: epic
Rules: RB-2017
Players: Ana, Ben
First: Ana

Deck Ben
3 Muse
57 Lash

Position
Turn: Ana 5
Ben champion: Kong

Plays
1. Ana: pass
"""
REASON = "Kong was stolen from Ana"


def without(who: str, reason: str = REASON) -> str:
    return STOLEN.replace("First: Ana\n", f"First: Ana\nWithout decklist {who}: {reason}\n")


def played(text: str) -> Replay:
    return replay(require_engine(GAMES["epic"]), parse(text))


def test_decklist_contradicting_position_is_refused_until_set_aside() -> None:
    with pytest.raises(RecordError, match="Kong"):
        played(STOLEN)
    judged = played(without("ben"))
    opinion = Analysis.of(judged)
    assert f"Played without Ben's decklist: {REASON}." in report(judged, opinion).splitlines()
    assert as_json(judged, opinion)["without_decklists"] == [{"player": "Ben", "reason": REASON}]
    assert "a deck of 30 unknown cards" in opinion.assumptions[1]


def test_record_setting_decklist_aside_retains_it() -> None:
    record = parse(without("Ben"))
    assert parse(write(record)) == record
    assert from_json(to_json(record)) == record
    assert "57 Lash" in write(record)


def test_without_decklist_header_of_unknown_player_is_refused() -> None:
    with pytest.raises(RecordError) as refused:
        played(without("Bob"))
    assert [(each.line, each.found) for each in refused.value.problems][:1] == [(6, "Without decklist Bob")]


def test_without_decklist_header_without_reason_is_refused() -> None:
    with pytest.raises(RecordError, match="no value"):
        played(without("Ben", ""))


def test_verdict_with_all_decklists_has_no_note_about_them() -> None:
    assert "without_decklists" not in Analysis.of(played(STOLEN.replace("Kong", "Muse"))).to_json()
