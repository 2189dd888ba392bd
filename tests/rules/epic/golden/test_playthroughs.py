"""The stored actions lead to the stored log."""

import pytest

from tests.rules.epic.golden.playthroughs import FOLDER, Golden, goldens, stored_answers, written


@pytest.mark.parametrize("golden", list(goldens()), ids=lambda golden: golden.name)
def test_playthrough_matches_golden_file(golden: Golden) -> None:
    assert written(golden, stored_answers(golden)) == golden.path.read_text(encoding="utf-8")


def test_every_golden_file_has_a_playthrough() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {golden.path.name for golden in goldens()}
