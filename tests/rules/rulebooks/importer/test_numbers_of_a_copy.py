"""Import of a copied document with numbers: contents, changes, overviews, page breaks, lost pictures."""

import re
from dataclasses import replace

from rules.rulebooks.importer import LOST_SYMBOL, FindingKind, ImportedDocument, PassageKind, UnitKind, import_document
from rules.rulebooks.importer.profiles import AOS_CHAMPIONS, NumberedProfile
from tests.rules.rulebooks.importer.test_any_document import left_out, lines_of

TEXT = """\
MARBLES
EFFECTIVE 2ND OF MAY, 2019
1: OBJECTIVE OF THE GAME\t03
2: TURNS\t04

1: OBJECTIVE OF THE GAME

1.1: Winning

- **1.1.1:** Whoever has all marbles wins (4.15.5).
- 1.1.2: They are kept in a

- bag or a box.
A. red ones
B. blue ones

2: TURNS

The parts of a turn are:

- 2.1: Start of Turn
- **2.2:** Throwing

2.1: Start

- 2.1.1: No player may whistle.

Example: Anna may not.

- **2.1.1:** No player may whistle!

2.2: Throwing

- 2.2.1: A throw is a move of the hand.
- **2.2.1a:** One marble at a time.
- Its side is circular .
- **2.2.21:** The letter is a figure.

3: WORDS

3.1: Meanings of words

- 3.1.2: The words are:
 - **Roll**: To throw along the ground (2.1).
 - Long Shot: To throw
 far.

4: CHANGELOG

3RD May 2019

3.1: Roll: Made clearer.

2.1: Renamed.

9.9: Removed.

COPYRIGHT

Nobody.
"""


def profile() -> NumberedProfile:
    return replace(
        AOS_CHAMPIONS,
        name="marbles",
        rulebook="",
        prefix="",
        repairs={("2.2.21", "2.2.1a"): "2.2.1b"},
        terms_below=frozenset({"3.1.2"}),
        history="4",
        references={("1.1.1", "4.15.5"): "2.1.1", ("3.1.2/roll", "2.1"): "2.2"},
        pictures=((re.compile(r"is circular(?P<gap> )\.$"), "a circle"),),
    )


def read() -> ImportedDocument:
    return import_document(TEXT.encode(), profile())


def test_import_chapters_titles_and_words_are_units():
    document = read()
    assert [(unit.id, unit.kind.value, unit.heading, unit.parent) for unit in document.units] == [
        ("front", "front", "", None),
        ("1", "heading", "OBJECTIVE OF THE GAME", None),
        ("1.1", "heading", "Winning", "1"),
        ("1.1.1", "rule", "", "1.1"),
        ("1.1.2", "rule", "", "1.1"),
        ("2", "heading", "TURNS", None),
        ("2.1", "heading", "Start", "2"),
        ("2.1.1", "rule", "", "2.1"),
        ("2.2", "heading", "Throwing", "2"),
        ("2.2.1", "rule", "", "2.2"),
        ("2.2.1a", "rule", "", "2.2.1"),
        ("2.2.1b", "rule", "", "2.2.1"),
        ("3", "heading", "WORDS", None),
        ("3.1", "heading", "Meanings of words", "3"),
        ("3.1.2", "rule", "", "3.1"),
        ("3.1.2/roll", "heading", "Roll", "3.1.2"),
        ("3.1.2/long-shot", "heading", "Long Shot", "3.1.2"),
        ("4", "heading", "CHANGELOG", None),
        ("back", "back", "", None),
    ]
    assert (document.by_id["2.2.1b"].printed, document.by_id["3.1.2/roll"].label) == ("2.2.21", "Roll")


def test_import_puts_every_line_in_one_unit():
    document = read()
    lines = TEXT.splitlines()
    assert lines_of(document) == list(range(1, len(lines) + 1))
    again = lines.index("- **2.1.1:** No player may whistle!")
    assert left_out(document, "\n".join([*lines[:again], "", *lines[again + 1 :]])) == []


def test_overview_belongs_to_its_unit_and_duplicate_rule_is_merged():
    document = read()
    assert [passage.text for passage in document.by_id["2"].passages] == [
        "The parts of a turn are:",
        "2.1: Start of Turn",
        "**2.2:** Throwing",
    ]
    assert [(passage.kind, passage.text) for passage in document.by_id["2.1.1"].passages] == [
        (PassageKind.PARAGRAPH, "No player may whistle."),
        (PassageKind.EXAMPLE, "Example: Anna may not."),
    ]


def test_import_joins_sentence_and_letters_are_items():
    assert [passage.text for passage in read().by_id["1.1.2"].passages] == [
        "They are kept in a bag or a box.",
        "A. red ones",
        "B. blue ones",
    ]


def test_import_findings_are_reported():
    odd = [(finding.kind, finding.line, finding.unit, finding.message) for finding in read().findings]
    assert odd == [
        (FindingKind.REFERENCE, 10, "1.1.1", "“4.15.5” names no rule of this document; 2.1.1 is meant."),
        (
            FindingKind.JOINED,
            11,
            "1.1.2",
            "Two paragraphs were put together: a sentence goes on after the page break.",
        ),
        (FindingKind.TWICE, 21, "2.1", "2.1 is printed again in line 24; both are one unit."),
        (FindingKind.TWICE, 22, "2.2", "2.2 is printed again in line 32; both are one unit."),
        (FindingKind.TWICE, 30, "2.1.1", "2.1.1 is printed again in line 26; both are one unit."),
        (FindingKind.SYMBOL, 36, "2.2.1a", "A picture is missing: a circle."),
        (FindingKind.MISNUMBERED, 37, "2.2.1b", "2.2.21 follows 2.2.1a; it is cited as 2.2.1b."),
        (FindingKind.ELSEWHERE, 44, "3.1.2/roll", "“2.1” names a rule about something else; 2.2 is meant."),
        (FindingKind.LEFT_OUT, 58, "back", "Lines 58 to 60 stand after the rules and are left out."),
    ]


def test_import_lost_picture_is_marked_in_place():
    assert f"Its side is circular {LOST_SYMBOL} ." in read().by_id["2.2.1a"].text


def test_import_list_of_changes_adds_notes_to_rules():
    document = read()
    remarks = {
        unit.id: passage.text
        for unit in document.rules
        for passage in unit.passages
        if passage.kind is PassageKind.NOTE
    }
    assert remarks == {"3.1.2/roll": "Note: 3RD May 2019: Roll: Made clearer.", "2.1": "Note: 3RD May 2019: Renamed."}
    assert document.by_id["4"].text.count("\n\n") == 3


def test_import_without_expected_start_begins_with_first_rule():
    document = import_document(b"1.1: Winning\n\n1.1.1: Whoever has all marbles wins.\n", profile())
    assert [(unit.id, unit.kind) for unit in document.units] == [
        ("1.1", UnitKind.HEADING),
        ("1.1.1", UnitKind.RULE),
    ]
