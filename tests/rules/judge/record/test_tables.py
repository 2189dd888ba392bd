"""The stored parser tables match the grammar of records.

After a change of the grammar or of lark, ``python -m tests.rules.judge.record.test_tables`` rewrites them.
"""

import json
from pathlib import Path

import pytest

from rules.judge.record import grammar_cache

STORED = Path(str(grammar_cache.FOLDER.joinpath(grammar_cache.NAME)))
GRAMMAR = Path(str(grammar_cache.FOLDER.joinpath("record.lark")))


def test_stored_parser_tables_match_grammar_and_lark():
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    assert stored["made_from"] == grammar_cache.fingerprint(GRAMMAR.read_text(encoding="utf-8"))


def test_stored_parser_tables_parse_like_computed_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / GRAMMAR.name).write_text(GRAMMAR.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / STORED.name).write_text('{"made_from": "another grammar"}', encoding="utf-8")
    stored = grammar_cache.load_parser({})
    monkeypatch.setattr(grammar_cache, "FOLDER", tmp_path)
    worked_out = grammar_cache.load_parser({})
    for record in sorted(Path("fixtures/records").glob("*.rec")):
        text = record.read_text(encoding="utf-8")
        assert stored.parse(text) == worked_out.parse(text), record


if __name__ == "__main__":
    STORED.write_text(grammar_cache.build_tables(), encoding="utf-8")
