# ruff: noqa: RUF001 - names in many scripts
"""Every name prints: the fonts of the packages contain the scripts in use."""

import io
from pathlib import Path
from typing import Final

import pytest
import typst
from pypdf import PdfReader

from epic_events.documents.content import Board, BoardSide, Document, Heading, Paragraph, Slip, Slips, Table, Tile
from epic_events.documents.typesetting import FAMILIES, load_fonts, typeset
from tests.epic_events.documents.glyphs import glyph_ids

NAMES: Final = {
    "Chinese": "王小明 陳大文 𠮷龘",
    "Japanese": "山田 太郎 ヤマダ・たろう 髙﨑",
    "Korean": "김철수 이영희",
    "Korean, decomposed": "\u1112\u1161\u11ab",
    "Thai": "สมชาย ใจดี ที่น้ำ",
    "Lao": "ສົມສັກ",
    "Khmer": "សុខា ក្រុម",
    "Burmese": "အောင်ဆန်း",
    "Devanagari": "अमित क्षत्रिय श्री",
    "Bengali": "অমিত ক্ষ",
    "Gujarati": "અમિત ક્ષ",
    "Gurmukhi": "ਅਮਿਤ ਸਿੰਘ",
    "Oriya": "ଅମିତ",
    "Tamil": "அருண் கௌ",
    "Telugu": "అమిత్ క్ష",
    "Kannada": "ಅಮಿತ್ ಕ್ಷ",
    "Malayalam": "അമിത് ക്ഷ",
    "Sinhala": "අමිත් ශ්‍රී",
    "Ethiopic": "አበበ ቢቂላ",
    "Georgian": "გიორგი",
    "Armenian": "Արամ",
    "Arabic": "محمد علي ﷺ",
    "Persian": "می\u200cخواهم گچپژ",
    "Hebrew": "דָּוִד כהן",
    "Cyrillic": "Борис Щукин Ґанна Ўладзь Ұлан",
    "Greek": "Ζωή Παπαδοπούλου ᾧ",
    "Vietnamese": "Nguyễn Thị Ệ",
    "Latin, combining marks": "x̣̂ m̃ Ṝ q\u0323\u0307 Z\u0337a\u0338",
    "Emoji": "😀 🫠 👍🏽 ❤️ ❤ ☕︎ 1️⃣ #️⃣",
    "Emoji, joined": "👨\u200d👩\u200d👧\u200d👦 🏳️\u200d🌈 🧑🏿\u200d🚀 ❤️\u200d🔥",
    "Flags": "🇩🇪 🇯🇵 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "Symbols": "★ ☆ ♠ ♥ ♦ ♣ ™ ½ ∑ ① Ⓐ ㈱ ✓ → ｆｕｌｌ 𝔘𝔫𝔦",
    "Mixed": "Anna 王 Иван محمد 😀 ไทย अमित",
}  # fmt: skip
ADDRESS: Final = "http://localhost/"


def with_name(name: str) -> Document:
    """Return a document that contains a name in every block that prints names."""
    slip = Slip((name, "Round 1"), "Table 1", (name, name), (name,), ADDRESS)
    tile = Tile(name, "1/1", (name,))
    return Document(
        name,
        name,
        ADDRESS,
        (
            Heading(name),
            Paragraph(name, strong=True),
            Table((name, "Points"), ((name, "3"),), shares=(1, 0)),
            Board(name, (BoardSide(name, (name,), ((tile,),)),), (), ()),
            Slips((slip,), "Games won", 2, "Drops", "Drawn", 1, (), "Signature"),
        ),
    )


@pytest.mark.parametrize("script", NAMES)
def test_typeset_name_in_any_script_has_a_glyph_for_every_character(script: str) -> None:
    pdf = typeset(with_name(NAMES[script]).data(language="en"))
    assert [font for font, glyph in glyph_ids(pdf) if glyph == 0] == []
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
    assert "U+" not in text


def test_typeset_joined_emoji_is_one_glyph() -> None:
    pdf = typeset(Document("Title", "", ADDRESS, (Paragraph(NAMES["Emoji, joined"]),)).data(language="en"))
    drawn = [glyph for font, glyph in glyph_ids(pdf) if font.endswith("NotoEmoji-Regular")]
    assert len(drawn) == 4


def test_typeset_devanagari_conjunct_is_one_glyph() -> None:
    pdf = typeset(Document("Title", "", ADDRESS, (Paragraph("क्ष"),)).data(language="en"))
    assert len([font for font, _glyph in glyph_ids(pdf) if "Devanagari" in font]) == 1


def test_fonts_contain_every_family_and_none_of_the_system() -> None:
    families = {font.family for font in load_fonts().fonts()}
    assert set(FAMILIES) <= families
    assert {family for family in families if not family.startswith(("Noto ", "New Computer"))} == {
        "Barlow",
        "Libertinus Serif",
        "DejaVu Sans Mono",
    }


def test_glyph_ids_report_the_box_of_a_missing_glyph(tmp_path: Path) -> None:
    layout = tmp_path / "missing.typ"
    layout.write_text('#set document(date: none)\n#"a\U00013000"', encoding="utf-8")
    pdf = typst.compile(layout, font_paths=load_fonts(), ignore_system_fonts=True, format="pdf", timestamp=0)
    assert isinstance(pdf, bytes)
    assert [glyph == 0 for _font, glyph in glyph_ids(pdf)] == [False, True]
