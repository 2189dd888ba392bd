"""Import of a document with headings: paths, levels, broken paragraphs, lost symbols."""

import pytest

from rules.rulebooks.importer import LOST_SYMBOL, FindingKind, UnitKind, get_profile, import_document
from tests.rules.rulebooks.importer.documents import MARKDOWN

READ = import_document(MARKDOWN.encode(), get_profile("markdown"))


def epic(text: str):
    return import_document(text.encode(), get_profile("epic-rulebook"))


def test_import_unit_ids_are_paths_of_headings():
    assert [unit.id for unit in READ.units] == [
        "pebbles", "setup", "setup/pebbles", "play", "play/pebbles", "play/pebbles-2",
    ]  # fmt: skip
    assert [unit.heading for unit in READ.units] == ["Pebbles", "Setup", "Pebbles", "Play", "Pebbles", "Pebbles"]
    assert READ.by_id["play/pebbles-2"].path == ("Play",)


def test_import_paragraphs_lists_notes_and_links_are_read():
    assert READ.by_id["setup"].text == "Every player takes ten pebbles and a bag."
    assert READ.by_id["setup/pebbles"].text.startswith(
        "(small ones)\n\n- round\n\n- light\n\nThey are put into the bag.\n\n```"
    )
    play = READ.by_id["play"]
    assert play.passages[0].text == "See the page (http://pebbles.example/play). A throw costs a pebble."
    assert [passage.kind.value for passage in play.passages] == ["paragraph", "note"]


def test_broken_paragraph_is_joined_and_reported():
    (finding,) = READ.findings
    assert (finding.kind, finding.unit, finding.line) == (FindingKind.JOINED, "setup/pebbles", 15)


def test_import_skipped_heading_levels_make_a_tree():
    read = import_document(b"## A\n\nx\n\n##### B\n\ny\n\n### C\n\nz", get_profile("markdown"))
    assert [(unit.id, unit.parent) for unit in read.units] == [("a", None), ("a/b", "a"), ("a/c", "a")]


def test_import_epic_profile_corrects_heading_levels():
    read = epic(
        "# Thing\n## **Getting Started**\na\n## Mulligan rule\nb\n# Champions\nc\n## Playing a card\nd\n"
        "## Keywords and Terms\n### Airborne\ne\n## Banish\nf\n# **THE MANY EPIC FORMATS**\n## **Limited**\n"
        "### **Dark Draft (2 players.)**\ng\n# Credits\nMade by somebody.\n"
    )
    assert [(unit.id, unit.kind) for unit in read.units if not unit.is_rule] == [
        ("front", UnitKind.FRONT),
        ("back", UnitKind.BACK),
    ]
    assert [unit.id for unit in read.rules] == [
        "RB:getting-started",
        "RB:getting-started/mulligan-rule",
        "RB:champions",
        "RB:playing-a-card",
        "RB:keywords-and-terms",
        "RB:keywords-and-terms/airborne",
        "RB:keywords-and-terms/banish",
        "RB:the-many-epic-formats",
        "RB:the-many-epic-formats/limited",
        "RB:the-many-epic-formats/limited/dark-draft",
    ]
    assert [finding.kind for finding in read.findings] == [FindingKind.LEFT_OUT]


def test_import_bold_lines_are_headings_unlike_bold_sentences():
    read = epic("# Champion Positions\n**Upright** (like this)\nIt stands.\n\n**It gets more.**\n\n**Lying**\nIt lies.")
    assert [unit.heading for unit in read.rules] == ["Champion Positions", "Upright", "Lying"]
    assert read.by_id["RB:champion-positions/upright"].text == "(like this)\n\nIt stands.\n\n**It gets more.**"


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("use  powers", "use {} powers"),
        (" : Deal 2.", "{} : Deal 2."),
        ("an arrow icon ().", "an arrow icon ( {} )."),
        ("a cost (  ) of", "a cost ( {} ) of"),
        ("equal to their , any", "equal to their {} , any"),
        ("**They get +1 .**", "**They get +1 {} .**"),
        ('it says "get +4  +0 .", then', 'it says "get +4 {} +0 {} .", then'),
        ("No gap here. None at all.", "No gap here. None at all."),
    ],
)
def test_import_gaps_of_lost_symbols_are_marked(printed: str, read: str):
    unit = epic(f"# Events\n\n{printed}\n").by_id["RB:events"]
    assert unit.text == read.replace("{}", LOST_SYMBOL)


def test_import_gap_is_reported_with_its_line():
    (finding,) = epic("# Events\n\nNothing.\n\nuse  powers and  more\n").findings
    assert (finding.kind, finding.line) == (FindingKind.SYMBOL, 5)
    assert finding.message.startswith("2 gaps")
