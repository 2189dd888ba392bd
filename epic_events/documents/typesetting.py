"""Typesetting of document data as PDF.

Pure: equal data gives equal bytes on every machine. Only the fonts of the typesetter package are used: Latin, Greek,
Cyrillic, Hebrew and Arabic among others. A character without a glyph (Chinese, Japanese, Korean, most emoji) is
written as its code point, such as ``[U+6F22]``, and a note at the end says so.
"""

import io
import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import segno
import typst

from epic_events.documents.content import map_texts

LAYOUTS: Final = Path(__file__).resolve().parent / "layouts"
STANDARD: Final = "ua-1"
"""PDF/UA: tagged for screen readers; a character missing in a font is an error."""
MAX_PASSES: Final = 4
"""Maximum number of typesetting passes to replace characters missing in the fonts."""
_WITHOUT_FORM: Final = re.compile(r'error: the text `"(.+?)"` could not be displayed')
_PAGE: Final = re.compile(rb"/Type\s*/Page\b")
_ESCAPED: Final = re.compile(r"\\u\{([0-9a-f]+)\}|\\(.)")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
_JOINERS: Final = frozenset("\u200c\u200d")
"""Invisible joiners between letters; they have no effect next to digits."""
_ALLOWED_CONTROLS: Final = _JOINERS | {"\n"}


class TypesettingError(Exception):
    """The typesetter failed; a programming error, independent of user text."""


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True)


@cache
def release(layout: str) -> str:
    """Return a hash of the typesetter version and the layout.

    They also determine the PDF.
    """
    return f"{version('typst')}\n{(LAYOUTS / f'{layout}.typ').read_text(encoding='utf-8')}"


def typeset(data: str, layout: str = "paper") -> bytes:
    """Return a document as PDF.

    Args:
        data: result of :meth:`Paper.data`.
        layout: name of a layout.

    Raises:
        TypesettingError: the typesetter failed.
    """
    document = map_texts(json.loads(data), _visible_text)
    document["title"] = document["title"].strip() or document["address"]  # accessible PDF files need a title
    codes = {address: _code(address) for address in _addresses(document)}
    unshown: set[str] = set()
    for _pass in range(MAX_PASSES):
        rendered = map_texts(document, partial(_by_number, unshown))
        rendered["unshown_signs"] = ", ".join(sorted(_number(sign) for sign in unshown - _JOINERS))
        try:
            return _compiled(layout, rendered, codes)
        except typst.TypstError as error:
            missing_glyphs = _without_form(error)
            if not missing_glyphs - unshown:
                raise TypesettingError(error.diagnostic) from error
            unshown |= missing_glyphs
    raise TypesettingError(f"{len(unshown)} signs have no form, and there are more.")


def _compiled(layout: str, document: dict[str, Any], codes: dict[str, str]) -> bytes:
    inputs = {"data": json.dumps(document, ensure_ascii=False), "codes": json.dumps(codes)}
    # The root folder restricts file access to the layouts; no clock is read, so the output is reproducible.
    pdf = typst.compile(
        LAYOUTS / f"{layout}.typ",
        root=LAYOUTS,
        font_paths=_fonts(),
        ignore_system_fonts=True,
        sys_inputs=inputs,
        format="pdf",
        pdf_standards=[STANDARD],
        timestamp=0,
    )
    if not isinstance(pdf, bytes):
        raise TypesettingError("The typesetter gave no file.")
    return pdf


def count_pages(pdf: bytes) -> int:
    """Return the number of pages of a PDF from :func:`typeset`."""
    return len(_PAGE.findall(pdf))


def _addresses(document: Any) -> Iterator[str]:
    """Yield every URL in a document; each is drawn as a QR code."""
    if isinstance(document, dict):
        if "address" in document:
            yield document["address"]
        for value in document.values():
            yield from _addresses(value)
    elif isinstance(document, list):
        for value in document:
            yield from _addresses(value)


def _code(address: str) -> str:
    """Return a URL as a QR code in SVG."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawn, kind="svg", border=0, xmldecl=False)
    return drawn.getvalue().decode()


def _visible_text(text: str) -> str:
    """Return a text without control characters and direction marks."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(sign for sign in composed if sign in _ALLOWED_CONTROLS or unicodedata.category(sign) not in _UNSEEN)


def _without_form(error: typst.TypstError) -> set[str]:
    """Return the characters without a glyph from a typesetter error."""
    runs = (_unescape(run) for run in _WITHOUT_FORM.findall(error.diagnostic))
    return {sign for run in runs for sign in run if not sign.isascii()}


def _unescape(escaped: str) -> str:
    """Return the characters of a quoted run in a typesetter error."""
    return _ESCAPED.sub(lambda matched: chr(int(matched[1], 16)) if matched[1] else matched[2], escaped)


def _number(sign: str) -> str:
    return f"U+{ord(sign):04X}"


def _by_number(unshown: set[str], text: str) -> str:
    if unshown.isdisjoint(text):
        return text
    result = (sign for sign in text if sign not in unshown & _JOINERS)
    return "".join(f"[{_number(sign)}]" if sign in unshown else sign for sign in result)
