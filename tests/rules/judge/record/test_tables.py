"""The kept tables of the grammar of records are those of the grammar.

After a change of the grammar or of lark, ``python -m tests.rules.judge.record.test_tables`` writes them anew.
"""

import json
from pathlib import Path

import pytest

from rules.judge.record import grammar_cache

KEPT = Path(str(grammar_cache.FOLDER.joinpath(grammar_cache.NAME)))
GRAMMAR = Path(str(grammar_cache.FOLDER.joinpath("record.lark")))


def test_the_kept_tables_are_those_of_this_grammar_and_this_lark():
    stored = json.loads(KEPT.read_text(encoding="utf-8"))
    assert stored["made_from"] == grammar_cache.fingerprint(GRAMMAR.read_text(encoding="utf-8"))


def test_kept_tables_read_what_tables_worked_out_anew_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / GRAMMAR.name).write_text(GRAMMAR.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / KEPT.name).write_text('{"made_from": "another grammar"}', encoding="utf-8")
    stored = grammar_cache.load_parser({})
    monkeypatch.setattr(grammar_cache, "FOLDER", tmp_path)
    worked_out = grammar_cache.load_parser({})
    for record in sorted(Path("fixtures/records").glob("*.rec")):
        text = record.read_text(encoding="utf-8")
        assert stored.parse(text) == worked_out.parse(text), record


if __name__ == "__main__":
    KEPT.write_text(grammar_cache.build_tables(), encoding="utf-8")
