"""Import by a list of titles: terms, figures, moved text, hyphens, symbols."""

import re

import pytest

from rules.rulebooks.importer import (
    LOST_SYMBOL,
    FindingKind,
    ImportedDocument,
    PassageKind,
    UnitKind,
    import_document,
    source_hash,
)
from rules.rulebooks.importer.profiles import Move, TitleListProfile
from tests.rules.rulebooks.importer.test_any_document import lines_of

POND = TitleListProfile(
    name="pond",
    title="Pond Rules",
    prefix="P:",
    symbols=True,
    chapters=(("Swimming", ("Frogs", "Fish")), ("Frogs", ("Tadpoles",)), ("Words", ())),
    terms=("Croak", "Long Leap", "Lily", "Lily Pad"),
    printed_terms={"Long Leap": ("Long", "Leap")},
    labels={"Fish": ("Fin", "Frogs")},
    whole=frozenset({"non"}),
    preserved_gaps=re.compile(r"(?<=\() (?=1 \))|(?<=\b1) +(?=\))"),
    lost=re.compile(r"^\s*(?=\(Wet\))"),
    moves=(Move("1.2", "1.1", re.compile(r"Of frogs again")), Move("3.1", "2.1", re.compile("Newts"), rest=False)),
    misprints=((re.compile(r"frog's swim"), "“frog's” is printed where “frogs” is meant."),),
)

PAGE = """\
A book
<|page|>Swimming

Frogs:
All frog's swim ( 1 ) and dive  deep. They are a non-
human folk with a bot-
tom.
Frogs and fish

12

are friends.

Fish
Fin
(Wet) Fish swim.

Frogs
Of frogs again: they swim.
<|page|>Frogs
Tadpoles
They grow
<|page|>into frogs.
<|page|>Then they leap.

Words
Croak A sound of
frogs. Lily sings too.
Newts also croak.

Long A leap over

Leap a whole pond.

Lily  A flower.

Lily Pad (or leaf) Where a frog sits.
"""


def read(text: str = PAGE) -> ImportedDocument:
    return import_document(text.encode(), POND)


def unit(number: str, text: str = PAGE) -> str:
    return read(text).by_id[f"P:{number}"].text


def test_import_line_is_title_only_if_next_in_list():
    found = read()
    assert [(one.id, one.heading, one.parent) for one in found.units] == [
        ("front", "", None),
        ("P:1", "Swimming", None),
        ("P:1.1", "Frogs", "P:1"),
        ("P:1.2", "Fish", "P:1"),
        ("P:2", "Frogs", None),
        ("P:2.1", "Tadpoles", "P:2"),
        ("P:3", "Words", None),
        ("P:3.1", "Croak", "P:3"),
        ("P:3.2", "Long Leap", "P:3"),
        ("P:3.3", "Lily", "P:3"),
        ("P:3.4", "Lily Pad", "P:3"),
    ]
    assert {one.kind for one in found.rules} == {UnitKind.HEADING}
    assert {(one.printed, bool(one.number)) for one in found.rules} == {("", True)}, "the numbers are ours"
    assert lines_of(found) == list(range(1, found.lines + 1))


def test_import_joins_hyphenated_words():
    assert unit("1.1").startswith(
        f"All frog's swim (1) and dive {LOST_SYMBOL} deep. They are a non-human folk with a bottom. "
    )


def test_import_leaves_out_page_numbers_and_figure_labels():
    assert "12" not in unit("1.1")
    assert "Frogs and fish are friends." in unit("1.1")
    assert unit("1.2") == f"{LOST_SYMBOL} (Wet) Fish swim."
    left_out = [finding.line for finding in read().findings if finding.kind is FindingKind.LEFT_OUT]
    assert left_out == [10, 15, 18]


def test_import_moves_text_under_wrong_title():
    assert unit("1.1").endswith("Of frogs again: they swim.")
    moved = [finding for finding in read().findings if finding.kind is FindingKind.MOVED]
    assert [(finding.line, finding.unit, finding.message) for finding in moved] == [
        (19, "P:1.1", "Lines 19 to 19 are printed under “Fish” and belong to P:1.1 “Frogs”.")
    ]


def test_import_page_break_ends_paragraph_after_sentence():
    assert unit("2.1") == "They grow into frogs.\n\nThen they leap."


def test_import_form_feed_is_page_break():
    feeds = re.sub(r"^<\|.*?\|>", "\f", PAGE, flags=re.MULTILINE)
    assert feeds.count("\f") > 0
    assert [unit.passages for unit in read(feeds).units] == [unit.passages for unit in read().units]


def test_import_terms_precede_their_text():
    assert unit("3.1") == "A sound of frogs. Lily sings too. Newts also croak."
    assert unit("3.2") == "A leap over a whole pond."
    assert unit("3.3") == f"{LOST_SYMBOL} A flower."
    assert unit("3.4") == "(or leaf) Where a frog sits."


def test_misprints_are_reported_at_their_lines():
    found = [finding for finding in read().findings if finding.kind is FindingKind.SPELLING]
    assert [(finding.line, finding.unit) for finding in found] == [(5, "P:1.1")]


def test_missing_title_is_reported_and_rest_is_read():
    text = PAGE.replace("Tadpoles\n", "")
    found = read(text)
    assert [finding.unit for finding in found.findings if finding.kind is FindingKind.MISSING] == ["P:2.1"]
    assert unit("2", text).startswith("They grow")
    assert [one.id for one in found.rules][-1] == "P:3.4"


def test_examples_and_items_are_separated_from_text():
    text = PAGE.replace("All frog's swim", "1) Dive.\n\n• Swim.\n\nExample: Fred dives.\n\nAll frog's swim")
    kinds = [passage.kind for passage in read(text).by_id["P:1.1"].passages]
    assert kinds[:3] == [PassageKind.ITEM, PassageKind.ITEM, PassageKind.EXAMPLE]


@pytest.mark.parametrize("copy", [PAGE.replace("\n", "\r\n"), "\ufeff" + PAGE, PAGE.rstrip("\n")])
def test_import_copy_with_same_words_is_equal(copy: str):
    assert source_hash(copy.encode(), POND) == source_hash(PAGE.encode(), POND)
    assert import_document(copy.encode(), POND) == read()
