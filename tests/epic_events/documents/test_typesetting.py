"""Typesetting: the text of a PDF equals its input."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from epic_events.documents import content, typesetting
from epic_events.documents.content import (
    Banner,
    Board,
    BoardSide,
    Document,
    Heading,
    Paragraph,
    Rule,
    Table,
    Tile,
    indent_lines,
)
from epic_events.infra.errors import UserError

ADDRESS = "http://localhost/disputes/abc/"
UNSHOWN = "Characters that the font does not contain are shown as their code points:"


def paper(*blocks: content.Block, title: str = "A title") -> Document:
    return Document(title, "Spring Open", ADDRESS, blocks)


def read(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def printed(*blocks: content.Block, title: str = "A title") -> str:
    return read(typesetting.typeset(paper(*blocks, title=title).data(language="en")))


def test_typeset_every_block_contains_its_text_in_order() -> None:
    guard = Tile("Palace Guard", "4/6", ("blocking",))
    text = printed(
        Banner("Illegal", "Kong is deploying.", "bad"),
        Rule("5.17.1", "Attacking", "It was there\nbefore."),
        Heading("Board"),
        Board(
            "Turn 5",
            (BoardSide("Ben", ("health 18",), ((Tile("Muse", "3/5", ("expended",), turned=True),),)),),
            (("Anna attacks", (Tile("Kong", "13/12"),)), ("Ben blocks", (guard,))),
            (BoardSide("Anna", ("health 21", "hand 2"), ()),),
        ),
        Table(("Field", "Here"), (("gold", "1"),)),
        *indent_lines(["Rests on:", "  one", "     two"]),
    )
    assert text.split("\n") == [
        "A title", "Spring Open", "Illegal", "Kong is deploying.", "5.17.1 Attacking", "It was there", "before.",
        "Board", "Turn 5", "Ben health 18", "Muse", "3/5", "expended", "Anna attacks", "Kong", "13/12", "Ben blocks",
        "Palace Guard", "4/6", "blocking", "Anna health 21 · hand 2", "Field Here", "gold 1", "Rests on:", "one", "two",
        f"{ADDRESS} Page 1 / 1",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        '#eval("1 + 1") #read("/etc/passwd") #import "x.typ"',
        "*bold* _italic_ `raw` $x^2$ @label <label> = heading \\ // not a comment",
        '"quoted" {"kind": "Heading"} ]) #panic("no") \\u{41}',
        "<b>markup</b> &amp; {{ braces }} {% tag %}",
    ],
)
def test_typeset_text_like_commands_is_printed_verbatim(words: str) -> None:
    flat = " ".join(printed(Paragraph(words), title=words).split())
    assert flat.count(words) == 2


def test_typeset_names_in_many_scripts_use_real_glyphs() -> None:
    text = printed(Paragraph("Ζωή Παπαδοπούλου, Борис Щукин, Łukasz Żółć, Ștefan, Nguyễn Thị Ệ, Þór, İpek"))
    assert "Ζωή Παπαδοπούλου, Борис Щукин, Łukasz Żółć, Ștefan, Nguyễn Thị Ệ, Þór, İpek" in text.replace("\n", " ")
    assert "U+" not in text


def test_typeset_characters_without_glyph_are_printed_as_code_points() -> None:
    text = printed(Paragraph("\U00013000 and \U00013001\u200d\U00013002 and \U000e0041x"), title="\U00012000")
    assert text.split("\n") == [
        "[U+12000]",
        "Spring Open",
        "[U+13000] and [U+13001][U+13002] and x",
        f"{UNSHOWN} U+12000, U+13000, U+13001, U+13002",
        f"{ADDRESS} Page 1 / 1",
    ]


def test_typeset_ignores_bidirectional_control_characters() -> None:
    assert "abc def" in printed(Paragraph("abc \u202edef\u0000\u2066"))


def test_typeset_is_deterministic() -> None:
    data = paper(Paragraph("Ανδρέας 漢 \U00013000")).data(language="en")
    assert typesetting.typeset(data) == typesetting.typeset(data)


def test_typeset_pdf_is_tagged_with_title_and_language() -> None:
    reader = PdfReader(io.BytesIO(typesetting.typeset(paper(Heading("Board")).data(language="en"))))
    root = reader.root_object
    title = reader.metadata.title if reader.metadata else None
    assert (str(root["/Lang"]), "/MarkInfo" in root, "/StructTreeRoot" in root, title) == ("en", True, True, "A title")
    assert typesetting.count_pages(typesetting.typeset(paper().data(language="en"))) == len(reader.pages) == 1


def test_document_too_long_raises_before_typesetting() -> None:
    with pytest.raises(UserError, match=r"too long for one PDF: \d+ bytes of text, the limit is 200000"):
        paper(Paragraph("a" * content.MAX_DOCUMENT_BYTES)).data(language="en")


@settings(max_examples=60)
@given(st.lists(st.text(max_size=60), max_size=4), st.text(max_size=40))
def test_typeset_accepts_any_text(lines: list[str], title: str) -> None:
    blocks = [Paragraph(line) for line in lines]
    assert typesetting.typeset(paper(*blocks, title=title).data(language="en")).startswith(b"%PDF-1.7")
