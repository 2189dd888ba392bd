"""Parser of the Markdown form of rules documents."""

from datetime import date
from pathlib import Path

import pytest

from rules.rulebooks import Kind, Library, Note
from rules.rulebooks.parser import RulebookFormatError, slugify

ABOUT = """
slug = "toy"
title = "Toy Rules"
game = "toy"
version = "T-1"
revised = 2020-02-03
attribution = "ours"
files = ["rules.md"]
"""
NUMBERED = """\
# 1 Overview

### 1.1 Who plays
Two
players.

## 1.2 Winning
### 1.2.1 How
One of:

- a goal,
  or two;
- luck (see 1.3 and 9.9).

> Example: Ann scores
> and wins.

> Note (I-3): Printed badly.

## 1.3 Counters
### 1.3 What they do
They count, as Section 1 says.
### 1.3.1 Number
Any.
### 1.3.1 Kind
Any kind.
### 1.3.1a Colour
Red.
### 1.3.2 (printed 1.2.2) Size
Small.
"""
TITLED = """\
# The Start
Text of it. See [the end](the-end).
## Round One!
Fight.
# The End
"""
FOOTNOTED = """\
# Parts
## Cost
### 1 What it is
A cost. See [the other](2).

> Note (TX-07): Is it?

#### 2 What is paid
That.
### 1-SHOT
#### 5 Once
Once.
"""


def library(folder: Path, text: str, *, prefix: str = "", more: str = "") -> Library:
    (folder / "toy").mkdir()
    (folder / "toy" / "rulebook.toml").write_text(ABOUT + (f'prefix = "{prefix}"\n' if prefix else "") + more)
    (folder / "toy" / "rules.md").write_text(text)
    (folder / "toy" / "asked.toml").write_text("")
    (folder / "glossary.toml").write_text(
        'indexed = "toy"\n[[term]]\nname = "Goal"\nmeaning = "A ball in the net."\n'
        'toy = ["1.2.1"]\nsynonyms = ["score"]\n'
        '[[term]]\nname = "Elsewhere"\nmeaning = "Of another document."\nother = ["1"]\n'
        '[[paraphrase]]\nasked = ["how to"]\nmeans = "way"\n'
    )
    (folder / "disagreements.toml").write_text("disagreement = []\n")
    return Library(folder, {"toy": "toy"})


def test_parse_numbered_document_has_units(tmp_path):
    book = library(tmp_path, NUMBERED)["toy"]
    assert [(rule.id, rule.kind, rule.parent) for rule in book.rules] == [
        ("1", Kind.SECTION, None),
        ("1.1", Kind.RULE, "1"),
        ("1.2", Kind.HEADING, "1"),
        ("1.2.1", Kind.RULE, "1.2"),
        ("1.3[1]", Kind.HEADING, "1"),
        ("1.3[2]", Kind.RULE, "1.3[1]"),
        ("1.3.1[1]", Kind.RULE, "1.3[1]"),
        ("1.3.1[2]", Kind.RULE, "1.3[1]"),
        ("1.3.1a", Kind.RULE, "1.3.1[2]"),
        ("1.3.2", Kind.RULE, "1.3[1]"),
    ]
    assert [rule.slug for rule in book.rules][4:8] == ["1.3", "1.3-2", "1.3.1", "1.3.1-2"]
    assert book.get("1.1").text == "Two players."
    winning = book.get("1.2.1")
    assert winning.text == "One of:\n\n- a goal, or two;\n- luck (see 1.3 and 9.9)."
    assert winning.examples == ("Ann scores and wins.",)
    assert winning.notes == (Note("Printed badly.", "I-3"),)
    assert winning.path == ("Overview", "Winning")
    assert winning.title == "Winning: How"
    assert book.revised == date(2020, 2, 3)
    assert [unit.id for unit in book.units] == [rule.id for rule in book.rules[1:]]


def test_parse_references_resolve_to_heading_or_none(tmp_path):
    book = library(tmp_path, NUMBERED)["toy"]
    text = book.get("1.2.1").text
    found = book.references(text)
    assert [(text[ref.start : ref.end], ref.target.id if ref.target else None) for ref in found] == [
        ("1.3", "1.3[1]"),
        ("9.9", None),
    ]
    assert [ref.words for ref in book.references("Section 1, (1.3.1[2]), 1.30, 21.3, v1.3.")] == [
        "Section 1",
        "1.3.1[2]",
        "1.30",
        "21.3",
        "1.3",
    ]
    assert book.cited_by(book.get("1")) == (book.get("1.3[2]"),)


def test_find_misprinted_number_needs_its_heading(tmp_path):
    book = library(tmp_path, NUMBERED)["toy"]
    assert book.find("1.2.2") == ()
    assert book.find("1.2.2 (Counters)") == (book.get("1.3.2"),)
    assert book.find_misnumbered("1.2.2") == (book.get("1.3.2"),)


def test_parse_document_without_numbers_has_paths(tmp_path):
    book = library(tmp_path, TITLED, prefix="T:")["toy"]
    assert [(rule.id, rule.slug, rule.parent) for rule in book.units] == [
        ("T:the-start", "the-start", None),
        ("T:the-start/round-one", "the-start/round-one", "T:the-start"),
        ("T:the-end", "the-end", None),
    ]
    assert [(ref.words, ref.target) for ref in book.references(book.get("T:the-start").text)] == [
        ("the end", book.get("T:the-end"))
    ]
    for asked in ("T:the-start/round-one", "the-start/round-one", "round-one", "Round One!", "t:THE-START/round-one"):
        assert book.find(asked) == (book.get("T:the-start/round-one"),)


def test_parse_terms_belong_to_their_documents(tmp_path):
    book = library(tmp_path, NUMBERED)["toy"]
    assert [(term.name, term.rules) for term in book.glossary] == [("Goal", ("1.2.1",))]
    assert book.synonyms == (("score", "Goal"),)
    assert book.paraphrases == (("how to", "way"),)
    assert book.terms_of(book.get("1.2.1")) == book.glossary


def test_parse_document_with_footnotes_has_units(tmp_path):
    book = library(tmp_path, FOOTNOTED, prefix="T:", more="footnotes = true\n")["toy"]
    assert [(rule.id, rule.slug, rule.kind, rule.parent) for rule in book.rules] == [
        ("T:parts", "parts", Kind.SECTION, None),
        ("T:parts/cost", "parts/cost", Kind.SECTION, "T:parts"),
        ("T:1", "1", Kind.RULE, "T:parts/cost"),
        ("T:2", "2", Kind.RULE, "T:1"),
        ("T:parts/cost/1-shot", "parts/cost/1-shot", Kind.SECTION, "T:parts/cost"),
        ("T:5", "5", Kind.RULE, "T:parts/cost/1-shot"),
    ]
    assert len(book.units) == 3
    rule = book.get("T:1")
    assert (rule.number, rule.printed, rule.label, rule.is_misprinted) == ("1", "[1]", "[1]", False)
    assert rule.notes == (Note("Is it?", "TX-07"),)
    assert [found.target for found in book.references(rule.text)] == [book.get("T:2")]
    for asked in ("1", "[1]", "T:1", "rule 1", "§1."):
        assert book.find(asked) == (rule,)
    assert [found.id for found in book.find("1-shot")] == ["T:parts/cost/1-shot"]
    assert book.find_misnumbered("[1]") == ()


def test_duplicate_footnote_is_reported(tmp_path):
    with pytest.raises(RulebookFormatError) as raised:
        library(tmp_path, "# One\n## 1 A\nx\n## 1 B\ny\n", prefix="T:", more="footnotes = true\n")["toy"]
    assert str(raised.value).startswith("rules.md, line 4: '1' stands there twice")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Words\n\n# 1 Title\n", "rules.md, line 1: text before the first heading"),
        ("# Title\n", "rules.md, line 1: a heading starts with its number, such as '## 4.1 Initiative'"),
        ("# 1 Title\n> Once upon a time\n", "rules.md, line 1: '>' opens 'Example: …' or 'Note (I-1): …'"),
    ],
)
def test_parse_invalid_document_raises_with_place(tmp_path, text, message):
    with pytest.raises(RulebookFormatError) as raised:
        library(tmp_path, text)["toy"]
    assert str(raised.value) == message


def test_parse_skipped_heading_level_raises(tmp_path):
    with pytest.raises(RulebookFormatError) as raised:
        library(tmp_path, "# One\n### Three\n", prefix="T:")["toy"]
    assert str(raised.value).startswith("rules.md, line 2: ")


def test_hash_depends_on_words_only(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "c").mkdir()
    wrapped = library(tmp_path / "a", "# 1 S\n### 1.1 A\nOne\ntwo.\n")["toy"].get("1.1")
    captioned = library(tmp_path / "b", "# 1 S\n### 1.1 Other\nOne two.\n\n> Example: x\n")["toy"].get("1.1")
    changed = library(tmp_path / "c", "# 1 S\n### 1.1 A\nOne, two.\n")["toy"].get("1.1")
    assert wrapped.text_hash == captioned.text_hash
    assert wrapped.text_hash != changed.text_hash
    assert len(wrapped.text_hash) == 16


def test_slugify_returns_ascii_words():
    assert slugify("...and even more.") == "and-even-more"
    assert slugify("Hunter – First Blood") == "hunter-first-blood"  # noqa: RUF001 the dash is the title's own
    assert slugify("Épée") == "epee"


def test_library_is_mapping(tmp_path):
    books = library(tmp_path, NUMBERED)
    assert list(books) == ["toy"]
    assert len(books) == 1
    assert books["toy"] is books["toy"]
    with pytest.raises(KeyError):
        books["none"]
