"""``python -m rules import``."""

import io
import json
import sys
from pathlib import Path

import pytest

from rules.__main__ import main
from tests.rules.rulebooks.importer.documents import MARKDOWN, NUMBERED


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "pebbles.txt"
    path.write_text(NUMBERED, encoding="utf-8")
    return path


def test_import_command_prints_tree_units_and_warnings(file: Path, capsys):
    assert main(["import", str(file), "--profile", "numbered"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("RULES OF PEBBLES, revised 2019-05-03\n15 units in 47 lines; 7 warnings\n")
    assert "\n    5  1 THE TABLE\n" in out
    assert "\n   11    1.1[2] Winning\n" in out
    assert "\n   13      1.1.1 A player wins if either:" in out
    assert "line 36, 2.1.3[1]: number skipped. 2.1.3 follows 2.1.1: a number is left out." in out


def test_import_command_as_json_has_units(file: Path, capsys):
    assert main(["import", str(file), "--profile", "epic-complete", "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["revised"] == "2019-05-03"
    (unit,) = [unit for unit in read["units"] if unit["id"] == "2.2.1"]
    assert unit == {
        "id": "2.2.1",
        "number": "2.2.1",
        "printed": "2.1.1",
        "kind": "rule",
        "heading": "",
        "above": "2.2",
        "passages": [{"kind": "paragraph", "text": "A catch needs two hands."}],
        "lines": [42, 43],
    }
    assert {"kind", "line", "unit", "message"} == read["warnings"][0].keys()


def test_import_of_truncated_file_reports_what_is_missing(tmp_path: Path, capsys):
    cut = tmp_path / "cut.txt"
    cut.write_text("Card Parts\n\nCost\n\nX-cost\n\n  • X is chosen. [1]\n", encoding="utf-8")
    assert main(["import", str(cut), "--profile", "hex"]) == 0
    output = capsys.readouterr().out.splitlines()
    assert output[1].startswith("1 units in 7 lines; ")
    assert output[2] == "239 units of the HEX Unofficial Rulebook are not in it: UR:2, UR:3, UR:4, UR:5, UR:6, UR:7, …"
    assert main(["import", str(cut), "--profile", "hex", "--json"]) == 0
    lacking = json.loads(capsys.readouterr().out)["lacking"]
    assert (len(lacking), lacking[0], lacking[-1]) == (239, "UR:2", "UR:243")


def test_import_command_unknown_document_lacks_nothing(file: Path, capsys):
    assert main(["import", str(file), "--profile", "numbered", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lacking"] == []


def test_import_of_too_large_file_reports_limit(tmp_path: Path, capsys):
    path = tmp_path / "large.txt"
    path.write_bytes(b"a" * 5_000_000)
    assert main(["import", str(path), "--profile", "numbered"]) == 2
    assert "has more than 2,000,000 bytes" in capsys.readouterr().err


def test_import_command_reads_standard_input(capsys, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MARKDOWN.encode())))
    assert main(["import", "-", "--profile", "markdown"]) == 0
    assert "play/pebbles" not in capsys.readouterr().out.splitlines()[0]


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"", "empty"), (b"\xff\xfe", "UTF-8"), (b"%PDF-1.4", "PDF"), (b"a" * 10_000_000, "bytes"), (b"prose", "No rule")],
    ids=["empty", "encoding", "pdf", "ten megabytes", "prose"],
)
def test_import_command_unreadable_file_exits_with_2(tmp_path: Path, capsys, content: bytes, reason: str):
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    assert main(["import", str(path), "--profile", "numbered"]) == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "reason"),
    [("/nowhere/at/all.txt", "No such file or directory"), ("/", "Is a directory"), ("a\0b", "that is no file name")],
)
def test_import_command_missing_file_exits_with_2(capsys, name: str, reason: str):
    assert main(["import", name, "--profile", "numbered"]) == 2
    output = capsys.readouterr().err
    assert output.startswith(f"import: {name}: {reason}")
    assert "Errno" not in output
