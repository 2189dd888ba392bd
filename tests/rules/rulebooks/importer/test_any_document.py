"""Import of any document with any profile: no line is lost, nothing crashes, and it is repeatable."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.rulebooks.importer import (
    MAX_BYTES,
    PROFILES,
    EmptySourceError,
    FindingKind,
    ImportedDocument,
    ImportingError,
    Lookup,
    NoRulesError,
    NotTextError,
    Profile,
    SourceTooLargeError,
    TooManyUnitsError,
    UnknownProfileError,
    WrongEncodingError,
    get_profile,
    import_document,
    source_hash,
)
from tests.rules.rulebooks.importer.documents import MARKDOWN, NUMBERED

EVERY = pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text)


_LINK_OR_LABEL = re.compile(r"(?<=\])\(\S+\)|^SECTION\b")
"""The address of a link, which its words may stand for, and the word before a chapter's number."""


def lines_of(imported: ImportedDocument) -> list[int]:
    return [line for unit in imported.units for line in range(unit.first, unit.last + 1)]


def left_out(imported: ImportedDocument, source: str) -> list[str]:
    """Lines whose words the unit that they belong to does not have."""
    lost = []
    for unit in imported.units:
        lines = " ".join(source.split("\n")[unit.first - 1 : unit.last])
        printed = words(_LINK_OR_LABEL.sub("", lines))
        held = words(" ".join((unit.printed, unit.heading, *(passage.text for passage in unit.passages))))
        missing = list(printed)
        for word in held:
            if word in missing:
                missing.remove(word)
        if missing:
            lost.append(f"{unit.id}: {missing}")
    return lost


@pytest.mark.parametrize(
    ("text", "profile"), [(NUMBERED, "epic-complete"), (NUMBERED, "numbered"), (MARKDOWN, "markdown")]
)
def test_import_puts_every_line_in_one_unit_with_its_words(text: str, profile: str):
    imported = import_document(text.encode(), get_profile(profile))
    assert lines_of(imported) == list(range(1, len(text.splitlines()) + 1))
    assert left_out(imported, text) == []


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            ["", "1.1 Heading", "1.1 A rule.", "SECTION 1 - ONE", "# Events", "## Cost", "**Bold**", "- item"]
        ),
        st.from_regex(r"\A[1-3](\.[0-9]{1,2}){1,3}[a-c]? [A-Za-z*(): ]{0,30}\Z"),
        st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40),
    ),
    max_size=30,
)


def read(content: bytes, profile: Profile) -> ImportedDocument | None:
    """Return what was read; nothing when the file was refused, which takes a reason."""
    try:
        return import_document(content, profile)
    except ImportingError as error:
        if not str(error):
            raise
        return None


@EVERY
@given(LINES)
@settings(max_examples=60)
def test_import_any_text_is_complete_or_raises(profile: Profile, lines: list[str]):
    content = "\n".join(lines).encode()
    imported = read(content, profile)
    if imported is None:
        return
    assert lines_of(imported) == list(range(1, imported.lines + 1))
    ids = [unit.id for unit in imported.units]
    assert len(set(ids)) == len(ids)
    positions = {unit.id: unit.order for unit in imported.units}
    assert all(unit.parent is None or positions[unit.parent] < unit.order for unit in imported.units)
    assert import_document(content, profile) == imported


@EVERY
@given(st.binary(max_size=200))
@settings(max_examples=60)
def test_import_any_bytes_returns_rules_or_raises(profile: Profile, content: bytes):
    imported = read(content, profile)
    assert imported is None or imported.rules


@EVERY
@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", EmptySourceError),
        (b"\n \n\t\n", EmptySourceError),
        (b"\xef\xbb\xbf", EmptySourceError),
        (b"1.1 A rule" * 1_000_000, SourceTooLargeError),
        (b"x" * 30_000, SourceTooLargeError),
        (b"a" * (MAX_BYTES + 1), SourceTooLargeError),
        (b"1.1 A rule\x00 with NUL", NotTextError),
        (b"1.1 A \x1b[31mrule", NotTextError),
        (b"%PDF-1.7 ...", NotTextError),
        (b"PK\x03\x04...", NotTextError),
        ("1.1 Fünf".encode("latin-1"), WrongEncodingError),
        ("1.1 Five".encode("utf-16"), WrongEncodingError),
        (b"Nothing but prose, and no heading at all.", NoRulesError),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_import_hostile_file_raises(profile: Profile, content: bytes, error: type[ImportingError]):
    with pytest.raises(error):
        import_document(content, profile)


def test_import_too_many_rules_raises():
    with pytest.raises(TooManyUnitsError):
        import_document("".join(f"1.{n} A\n" for n in range(6_000)).encode(), get_profile("numbered"))


def test_import_line_ends_do_not_change_document():
    plain = import_document(NUMBERED.encode(), get_profile("epic-complete"))
    for changed in (
        NUMBERED.replace("\n", "\r\n").encode(),
        NUMBERED.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + NUMBERED.encode(),
        NUMBERED.replace("\n", "  \n").encode(),
    ):
        assert import_document(changed, get_profile("epic-complete")) == plain


def test_import_changed_word_changes_hash():
    plain = import_document(NUMBERED.encode(), get_profile("epic-complete"))
    other = import_document(
        NUMBERED.replace("ten", "nine").replace("round", "square").encode(), get_profile("epic-complete")
    )
    assert other.source_hash != plain.source_hash
    changed = [unit.id for unit in other.units if unit.text_hash != plain.by_id[unit.id].text_hash]
    assert changed == ["1.2.1"]


def test_get_profile_unknown_raises_with_known_ones():
    with pytest.raises(UnknownProfileError, match="epic-complete"):
        get_profile("x" * 1000)


@pytest.mark.parametrize(
    ("profile", "rule"),
    [("numbered", "{chapter}.{place} A player does it.\n"), ("markdown", "# Title\nText.\n")],
)
def test_import_stops_at_maximum_number_of_rules(profile, rule):
    content = "".join(rule.format(chapter=n // 1000 + 1, place=n % 1000) for n in range(6_000))
    with pytest.raises(TooManyUnitsError, match=r"more than 5,000 rules.*reading stopped at line (5,001|10,001)"):
        import_document(content.encode(), get_profile(profile))


def test_import_too_many_lines_raises():
    with pytest.raises(SourceTooLargeError, match="40,001 lines"):
        import_document(b"1.1.1 Text.\n" * 40_001, get_profile("numbered"))


def test_import_repeated_titles_are_numbered():
    imported = import_document(b"# Same\n# Same\n# Same 2\n# Same\n", get_profile("markdown"))
    assert [unit.id for unit in imported.units] == ["same", "same-2", "same-2-2", "same-3"]


def test_import_reference_to_beginning_of_title_resolves_to_first():
    imported = import_document(
        b"# Zone of play\n# Area wide\n# Area small\n# Text\nIt moves (see Area, Zone, and Zo).\n",
        get_profile("markdown"),
    )
    found = Lookup(imported.units).references(imported.units[-1].text)
    assert [(each.words, each.target) for each in found] == [
        ("Area", "area-wide"),
        ("Zone", "zone-of-play"),
        ("Zo", None),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "(" * 19_000,
        "[](x" * 4_900,
        "SECTION 1" + " " * 19_000 + "x" * 300,
        "# T" + " " * 19_000 + "x",
        "*" * 19_000,
        "1.1.1 " + "1." * 9_000,
        "word " * 3_900,
    ],
    ids=["brackets", "links", "section", "heading", "stars", "numbers", "words"],
)
def test_import_long_line_of_one_character_is_read(line):
    rules = "1.1.1 A player does it.\n\n# Title\n\nText.\n\n"
    imported = import_document(f"{rules}{line}\n".encode(), get_profile("numbered"))
    assert lines_of(imported) == list(range(1, 8))


def test_import_findings_beyond_1000_are_counted():
    text = "1.1.1 It moves.\n" + "(See Nowhere) and on.\n" * 1_500
    *listed, more = import_document(text.encode(), get_profile("numbered")).findings
    assert len(listed) == 1_000
    assert {finding.kind for finding in listed} == {FindingKind.REFERENCE}
    assert (more.kind, more.message[:30]) == (FindingKind.MORE, "500 more findings are not list")


def test_source_hash_equals_hash_of_import():
    profile = get_profile("numbered")
    assert source_hash(NUMBERED.encode(), profile) == import_document(NUMBERED.encode(), profile).source_hash
