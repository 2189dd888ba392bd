"""Examples of the library's README."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from tests.conftest import ROOT
from tests.rules.library.test_table import HEADERS

README = Path(rules.__file__).with_name("README.md")
PROGRAMS = {
    program.split(":")[0].removeprefix("# "): program
    for program in re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
}
DECKS = ROOT / "fixtures" / "decks"


def run(folder: Path, program: str, *words: str) -> tuple[int, list[str], str]:
    """Run a program of the README as it stands there; return its exit code, its lines and its complaint."""
    (folder / program).write_text(PROGRAMS[program], encoding="utf-8")
    command = [sys.executable, program, *words]
    done = subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_readme_examples_pass() -> None:
    results = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert (results.failed, results.attempted > 9) == (0, True)


def test_readme_names_every_public_name() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in rules.__all__ if f"`{name}" not in text and name != "Happening"] == []


def test_doctor_example_reports_errors_of_list(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("4 Kong\n2 Triceratop\n", encoding="utf-8")
    code, output, complaint = run(tmp_path, "doctor.py", "list.txt")
    assert (code, complaint) == (0, "")
    assert output[-1] == "4 cards: not legal"
    message = [line for line in output[:-1] if not line.startswith(" ")]
    assert [line.split(":")[0] for line in message] == ["line 1", "line 2", "unusual"]
    cited = rules.GAMES["epic"].rule("RB:the-many-epic-formats/constructed/full-constructed")
    assert {line for line in output if line.startswith(" ")} == {f"    {cited}"}
    assert run(tmp_path, "doctor.py", str(DECKS / "humans.txt"))[1][-1] == "60 cards: legal"


def test_duel_example_counts_winners(tmp_path: Path) -> None:
    code, output, complaint = run(tmp_path, "duel.py", str(DECKS / "humans.txt"), str(DECKS / "tall.txt"), "4")
    assert (code, complaint) == (0, "")
    assert sum(int(line.split(": ")[1].split()[0]) for line in output) == 4
    assert {line.split(":")[0] for line in output} <= {"first list", "second list", "nobody"}


@pytest.mark.parametrize(
    ("line", "code", "output"),
    [
        ("Anna: attack with Triceratops", 0, ["legal"]),
        (
            "Anna: attack with Palace Guard",
            0,
            [
                "4.4.1: Anna does not control Ben's Palace Guard.",
                f"    {rules.GAMES['epic'].rulebooks['epic-complete'].get('4.4.1').text}",
                "not legal; rather",
                "  Anna: attack with Triceratops",
                "  Anna: pass",
            ],
        ),
        ("Anna: dance", 1, []),
    ],
)
def test_arbiter_example_names_rules(tmp_path: Path, line: str, code: int, output: list[str]) -> None:
    position = "Position\nTurn: Anna 5\nAnna champion: Triceratops\nBen champion: Palace Guard\n"
    (tmp_path / "game.rec").write_text(HEADERS + position, encoding="utf-8")
    ended, message, complaint = run(tmp_path, "arbiter.py", "game.rec", line)
    assert (ended, bool(complaint)) == (code, bool(code))
    assert "Traceback" not in complaint
    assert message == output
