"""Hashes that show whether a printed document still has the texts that ours restates."""

from pathlib import Path

import pytest

from rules.rulebooks.importer import get_profile, import_document
from rules.rulebooks.text_hashes import GONE, changed_units, words_hash
from tests.rules.rulebooks.printed_hashes import PRINTED, RULEBOOKS, printed_hashes

BOTH = pytest.mark.parametrize("slug", list(PRINTED))


@BOTH
@pytest.mark.shared
def test_stored_hashes_equal_those_of_printed_documents(slug: str, shared_dir: Path):
    assert RULEBOOKS[slug].printed == printed_hashes(shared_dir, slug)


@BOTH
def test_printed_rules_all_have_a_hash(slug: str):
    book = RULEBOOKS[slug]
    assert [unit for unit in book.printed if unit not in book] == []
    assert [rule.id for rule in book.units if rule.kind.value == "rule" and rule.id not in book.printed] == []


@pytest.mark.parametrize(
    "copy",
    ["A narwhal may swim.", "a NARWHAL may swim", "A  **narwhal** may\nswim .", "\ufeffA nar-\u00adwhal may swim."],
)
def test_words_hash_of_copies_is_equal(copy: str):
    assert words_hash([copy]) == words_hash(["A narwhal", "may swim."])


@pytest.mark.parametrize("other", ["A narwhal may not swim.", "A narwhal must swim.", "A narwhal may swim 2.", "swim"])
def test_words_hash_of_other_words_differs(other: str):
    assert words_hash([other]) != words_hash(["A narwhal may swim."])


def test_words_hash_without_words_is_empty():
    assert words_hash([]) == ""


def test_changed_and_removed_units_are_returned():
    ours = {"1": "a", "2": "b", "3": "c"}
    assert changed_units(ours, ours) == {}
    assert changed_units(ours, {"1": "a", "2": "x", "3": "c", "4": "new"}) == {"2": "x"}
    assert changed_units(ours, {"1": "a", "2": "b"}) == {"3": GONE}
    assert changed_units(ours, {"1": "x"}) == {"1": "x"}  # an extract does not say that the rest is gone


def test_example_does_not_change_hash():
    def read(text: str) -> dict[str, str]:
        document = import_document(text.encode(), get_profile("numbered"))
        return {unit.id: unit.words_hash for unit in document.rules}

    before = read("1.1 Whales swim.\n\nExample: Wanda swims.\n\n1.2 Birds fly.\n")
    assert read("1.1 Whales swim.\n\nExample: Willy swims.\n\n1.2 Birds fly.\n") == before
    after = read("1.1 Whales swim.\n\nExample: Wanda swims.\n\n1.2 Birds do not fly.\n")
    assert [unit for unit in before if before[unit] != after[unit]] == ["1.2"]
