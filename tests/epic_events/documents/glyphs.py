"""Glyph ids of the text in a PDF."""

import io
from collections.abc import Iterator
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ByteStringObject, ContentStream, TextStringObject


def glyph_ids(pdf: bytes) -> Iterator[tuple[str, int]]:
    """Yield font name and glyph id of every glyph that a PDF draws; id 0 is the box of a missing glyph."""
    reader = PdfReader(io.BytesIO(pdf))
    for page in reader.pages:
        resources: Any = page["/Resources"]
        fonts: dict[str, Any] = {name: font.get_object() for name, font in resources["/Font"].items()}
        font: Any = None
        for operands, operator in ContentStream(page.get_contents(), reader).operations:
            if operator == b"Tf":
                font = fonts[operands[0]]
                assert font["/Subtype"] == "/Type0"
                assert font["/Encoding"] == "/Identity-H"
            elif operator in {b"Tj", b"TJ"}:
                strings = operands if operator == b"Tj" else operands[0]
                for string in strings:
                    if isinstance(string, (ByteStringObject, TextStringObject)):
                        codes = string.original_bytes
                        for at in range(0, len(codes), 2):
                            yield str(font["/BaseFont"]), int.from_bytes(codes[at : at + 2], "big")
