"""Typesetting of document data as PDF, and of short texts as pictures.

Pure: equal data gives equal bytes on every machine. No font of the system is used: those of the typesetter package
contain Latin, Greek and Cyrillic, the Noto packages the other scripts in use and emoji. A character without a glyph
(historic scripts, ornaments) is written as its code point, such as ``[U+13000]``, and a note at the end says so.
"""

import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import manimgx_fonts
import manimgx_fonts_cjk
import segno
import typst

from epic_events.documents.content import map_texts

LAYOUTS: Final = Path(__file__).resolve().parent / "layouts"
SIGN_FACE: Final = Path(__file__).resolve().parent / "fonts"
"""Folder with Barlow Condensed SemiBold, subset to Latin; used by pictures."""
STANDARD: Final = "ua-1"
"""PDF/UA: tagged for screen readers; a character missing in a font is an error."""
_NOTO_SCRIPTS: Final = (
    "Arabic",
    "Armenian",
    "Bengali",
    "Devanagari",
    "Ethiopic",
    "Georgian",
    "Gujarati",
    "Gurmukhi",
    "Hebrew",
    "Kannada",
    "Khmer",
    "Lao",
    "Malayalam",
    "Myanmar",
    "Oriya",
    "Sinhala",
    "Symbols",
    "Tamil",
    "Telugu",
    "Thai",
)
FAMILIES: Final = (
    "Libertinus Serif",
    "Noto Emoji",
    "Noto Sans",
    *(f"Noto Sans {script}" for script in _NOTO_SCRIPTS),
    "Noto Sans CJK JP",
    "DejaVu Sans Mono",
)
"""Font families in the order in which a glyph is looked for."""
MAX_PASSES: Final = 4
"""Maximum number of typesetting passes to replace characters missing in the fonts."""
_WITHOUT_FORM: Final = re.compile(r'error: the text `"(.+?)"` could not be displayed')
_PAGE: Final = re.compile(rb"/Type\s*/Page\b")
_ESCAPED: Final = re.compile(r"\\u\{([0-9a-f]+)\}|\\(.)")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
_JOINERS: Final = frozenset("\u200c\u200d")
_ALLOWED_CONTROLS: Final = _JOINERS | {"\n"}
_VARIATION_SELECTORS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
_INVISIBLE: Final = _JOINERS | _VARIATION_SELECTORS
"""Characters without a form of their own; dropped where they have no effect on their neighbours."""
_FLAG_OF_REGION: Final = re.compile("(\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f)")
"""An emoji such as the flag of Wales, spelled in characters that are invisible elsewhere."""


class TypesettingError(Exception):
    """The typesetter failed; a programming error, independent of user text."""


Result = TypeVar("Result")


@cache
def load_fonts() -> typst.Fonts:
    """Return the sign face and the fonts of the installed packages."""
    folders = [str(SIGN_FACE), *manimgx_fonts.__path__, *manimgx_fonts_cjk.__path__]
    return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=folders)


@cache
def release(layout: str) -> str:
    """Return a hash of the versions of typesetter and fonts and of the layout.

    They also determine the PDF.
    """
    versions = [version(package) for package in ("typst", "manimgx-fonts", "manimgx-fonts-cjk")]
    return "\n".join((*versions, (LAYOUTS / f"{layout}.typ").read_text(encoding="utf-8")))


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
    codes = json.dumps({address: _code(address) for address in _addresses(document)})

    def attempt(rendered: dict[str, Any], unshown: set[str]) -> bytes:
        rendered["unshown_signs"] = ", ".join(sorted(_number(sign) for sign in unshown - _INVISIBLE))
        return _compile(LAYOUTS / f"{layout}.typ", {"data": json.dumps(rendered, ensure_ascii=False), "codes": codes})

    return _replace_missing(document, attempt)


def render_picture(layout: Path, texts: Mapping[str, str], drawings: Mapping[str, str] | None = None) -> bytes:
    """Return short texts as a PNG picture of one page, one pixel per point.

    Args:
        layout: the layout, which reads the texts as inputs.
        texts: text of each input.
        drawings: further inputs that need no glyphs, such as SVG.

    Raises:
        TypesettingError: the typesetter failed.
    """
    inputs = printable_inputs(layout, texts, drawings or {})
    return _compile(layout, inputs, output="png")


def printable_inputs(layout: Path, texts: Mapping[str, str], drawings: Mapping[str, str]) -> dict[str, str]:
    """Return the inputs of a picture with code points for characters without a glyph.

    Only PDF output reports missing glyphs, so the picture is compiled as PDF first.
    """
    visible: dict[str, str] = map_texts(texts, _visible_text)

    def attempt(rendered: dict[str, str], _unshown: set[str]) -> dict[str, str]:
        inputs = {**rendered, **drawings}
        _compile(layout, inputs)
        return inputs

    return _replace_missing(visible, attempt)


def _replace_missing(content: dict[str, Any], attempt: Callable[[dict[str, Any], set[str]], Result]) -> Result:
    """Return the result of an attempt with content that the fonts contain.

    Args:
        content: texts to render.
        attempt: compiles the content; also receives the characters that were replaced.
    """
    unshown: set[str] = set()
    for _pass in range(MAX_PASSES):
        try:
            return attempt(map_texts(content, partial(_by_number, unshown)), unshown)
        except typst.TypstError as error:
            missing_glyphs = _without_form(error)
            if not missing_glyphs - unshown:
                raise TypesettingError(error.diagnostic) from error
            unshown |= missing_glyphs
    raise TypesettingError(f"{len(unshown)} signs have no form, and there are more.")


def _compile(layout: Path, inputs: Mapping[str, str], output: Literal["pdf", "png"] = "pdf") -> bytes:
    # The root folder restricts file access to the layouts; no clock is read, so the output is reproducible.
    compiled = typst.compile(
        layout,
        root=layout.parent,
        font_paths=load_fonts(),
        ignore_system_fonts=True,
        sys_inputs={**inputs, "fonts": json.dumps(FAMILIES)},
        format=output,
        ppi=72.0,
        pdf_standards=[STANDARD] if output == "pdf" else [],
        timestamp=0,
    )
    if not isinstance(compiled, bytes):
        raise TypesettingError("The typesetter gave no file.")
    return compiled


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
    parts = _FLAG_OF_REGION.split(unicodedata.normalize("NFC", text))
    return "".join(part if _FLAG_OF_REGION.fullmatch(part) else _without_controls(part) for part in parts)


def _without_controls(text: str) -> str:
    return "".join(sign for sign in text if sign in _ALLOWED_CONTROLS or unicodedata.category(sign) not in _UNSEEN)


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
    result = (sign for sign in text if sign not in unshown & _INVISIBLE)
    return "".join(f"[{_number(sign)}]" if sign in unshown else sign for sign in result)
