"""From words to a PDF and back: what is read out of the file is what was said, whatever it was."""

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


def test_every_block_says_its_words_in_order() -> None:
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
def test_words_that_look_like_commands_are_words(words: str) -> None:
    flat = " ".join(printed(Paragraph(words), title=words).split())
    assert flat.count(words) == 2


def test_names_of_many_alphabets_are_printed_with_their_own_letters() -> None:
    text = printed(Paragraph("Ζωή Παπαδοπούλου, Борис Щукин, Łukasz Żółć, Ștefan, Nguyễn Thị Ệ, Þór, İpek"))
    assert "Ζωή Παπαδοπούλου, Борис Щукин, Łukasz Żółć, Ștefan, Nguyễn Thị Ệ, Þór, İpek" in text.replace("\n", " ")
    assert "U+" not in text


def test_signs_without_a_form_are_told_by_number_and_nothing_is_left_out() -> None:
    text = printed(Paragraph("漢 and 👨\u200d👩 and \U000e0041x"), title="字")
    assert text.split("\n") == [
        "[U+5B57]",
        "Spring Open",
        "[U+6F22] and [U+1F468][U+1F469] and x",
        f"{UNSHOWN} U+1F468, U+1F469, U+5B57, U+6F22",
        f"{ADDRESS} Page 1 / 1",
    ]


def test_marks_that_turn_the_line_do_nothing() -> None:
    assert "abc def" in printed(Paragraph("abc \u202edef\u0000\u2066"))


def test_the_same_words_give_the_same_bytes() -> None:
    data = paper(Paragraph("Ανδρέας 漢")).data(language="en")
    assert typesetting.typeset(data) == typesetting.typeset(data)


def test_a_paper_is_tagged_and_names_its_title_and_language() -> None:
    reader = PdfReader(io.BytesIO(typesetting.typeset(paper(Heading("Board")).data(language="en"))))
    root = reader.root_object
    title = reader.metadata.title if reader.metadata else None
    assert (str(root["/Lang"]), "/MarkInfo" in root, "/StructTreeRoot" in root, title) == ("en", True, True, "A title")
    assert typesetting.count_pages(typesetting.typeset(paper().data(language="en"))) == len(reader.pages) == 1


def test_a_paper_that_is_too_long_is_refused_before_the_work() -> None:
    with pytest.raises(UserError, match=r"too long for one PDF: \d+ bytes of text, the limit is 200000"):
        paper(Paragraph("a" * content.MAX_DOCUMENT_BYTES)).data(language="en")


@settings(max_examples=60)
@given(st.lists(st.text(max_size=60), max_size=4), st.text(max_size=40))
def test_whatever_is_said_can_be_printed(lines: list[str], title: str) -> None:
    blocks = [Paragraph(line) for line in lines]
    assert typesetting.typeset(paper(*blocks, title=title).data(language="en")).startswith(b"%PDF-1.7")
