"""Import of the five printed documents: number of units, no line lost, repeatable."""

from pathlib import Path

import pytest

from rules.__main__ import main
from rules.rulebooks.importer import UnitKind, get_profile, import_document
from tests.rules.rulebooks.importer.test_any_document import lines_of
from tests.rules.rulebooks.printed_hashes import PRINTED, RULEBOOKS

pytestmark = pytest.mark.shared
EVERY = pytest.mark.parametrize("slug", list(PRINTED))
UNITS = {"epic-complete": 277, "epic-rulebook": 72, "hex": 240, "epic-tcg": 113, "aos-champions": 334}
AROUND = {
    "epic-complete": {"front": (1, 10)},
    "epic-rulebook": {"front": (1, 14), "back": (397, 449)},
    "hex": {"front": (1, 7), "back": (609, 623)},
    "epic-tcg": {"front": (1, 23)},
    "aos-champions": {"front": (1, 83), "back": (848, 852)},
}
"""The lines before the first rule and after the last, by slug."""


@pytest.fixture
def source(slug: str, shared_dir: Path) -> Path:
    return next((shared_dir / "seeds").glob(f"{PRINTED[slug][0]}*"))


@EVERY
def test_import_command_prints_number_of_units(slug: str, source: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["import", str(source), "--profile", slug]) == 0
    second = capsys.readouterr().out.splitlines()[1]
    assert second.split(";")[0] == f"{UNITS[slug]} units in {len(source.read_text('utf-8').splitlines())} lines"


@EVERY
def test_import_puts_every_line_in_one_unit(slug: str, source: Path):
    """What becomes of the words of each line is held by the tests of each document."""
    imported = import_document(source.read_bytes(), get_profile(slug))
    lines = source.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    assert lines_of(imported) == list(range(1, len(lines) + 1))
    around = [unit for unit in imported.units if unit.kind in (UnitKind.FRONT, UnitKind.BACK)]
    assert {unit.id: (unit.first, unit.last) for unit in around} == AROUND[slug]
    known = {rule.id for rule in RULEBOOKS[slug].rules}
    assert {unit.id for unit in imported.rules} - known == set()


@EVERY
def test_import_twice_gives_the_same_units(slug: str, source: Path):
    content = source.read_bytes()
    assert import_document(content, get_profile(slug)) == import_document(content, get_profile(slug))
