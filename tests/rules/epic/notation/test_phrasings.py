"""Phrasings written without knowledge of the parser: none is misread, most are understood."""

from tests.rules.epic.notation.phrasings import all_judged, counted

FEWEST_RIGHT = {
    "first": 108, "second": 127, "third": 116, "fourth": 97, "fifth": 102, "sixth": 86, "seventh": 65,
    "eighth": 58, "ninth": 19, "tenth": 78, "twelfth": 163, "thirteenth": 80,
}  # fmt: skip
"""Clear phrases of each file that are understood, of 118, 136, 120, 117, 120, 94, 68, 74, 24, 83, 168 and 92.

The eleventh is not among them: the parser was improved by it only where it was misread.
"""


def test_phrasing_is_never_misread():
    assert [(name, each.phrase["say"]) for name, each in all_judged() if each.result == "misread"] == []


def test_phrasing_with_one_meaning_is_mostly_understood():
    for name, fewest in FEWEST_RIGHT.items():
        count = counted([each for stem, each in all_judged() if stem == name])
        assert count["clear", "right"] >= fewest
        assert count["clear", "right"] >= 0.78 * (count["clear", "right"] + count["clear", "refused"])


def test_phrasing_refused_has_unparsed_part_or_reason():
    assert [each.phrase["say"] for _, each in all_judged() if each.result == "refused" and not each.message] == []
