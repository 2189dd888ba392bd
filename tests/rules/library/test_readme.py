"""What the library's README shows is what happens."""

import doctest
from pathlib import Path

import rules

README = Path(rules.__file__).with_name("README.md")


def test_the_readme_is_true() -> None:
    results = doctest.testfile(str(README), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert (results.failed, results.attempted > 9) == (0, True)


def test_the_readme_names_the_whole_public_face() -> None:
    text = README.read_text(encoding="utf-8")
    assert [name for name in rules.__all__ if f"`{name}" not in text and name != "Told"] == []
