"""Re-encoding of uploaded photos without metadata.

Metadata are, for example, location, device and time. Pure: bytes to bytes.
"""

import io
import warnings
from dataclasses import dataclass
from typing import Final

FORMATS: Final = ("JPEG", "PNG", "WEBP")
MAX_PIXELS: Final = 60_000_000
"""Maximum number of pixels of an uploaded photo; phones make up to fifty million."""
MAX_EDGE: Final = 2_000
"""Longer edge of stored photos in pixels: enough to read a card on a table."""
QUALITY: Final = 82


class NotAPhotoError(ValueError):
    """The file is not a readable photo, or has too many pixels.

    The message says which.
    """


@dataclass(frozen=True)
class Photo:
    """A re-encoded photo.

    Attributes:
        data: JPEG data. width, height: in pixels.
    """

    data: bytes
    width: int
    height: int


def reencode(content: bytes, max_edge: int = MAX_EDGE) -> Photo:
    """Return a photo re-encoded without metadata and upright.

    Its longer edge is at most `max_edge` pixels.

    Raises:
        NotAPhotoError: it is not a valid JPEG, PNG or WebP, or has too many pixels.
    """
    from PIL import Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415 - slow to load, and few processes need it

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=FORMATS) as opened:
                if opened.width * opened.height > MAX_PIXELS:
                    raise NotAPhotoError(f"{opened.width} x {opened.height} pixels; at most {MAX_PIXELS:,} are opened")
                opened.draft("RGB", (max_edge, max_edge))
                upright = ImageOps.exif_transpose(opened).convert("RGB")
    except UnidentifiedImageError as error:  # The message of this exception contains the repr of an object.
        raise NotAPhotoError("it is none of the three kinds") from error
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise NotAPhotoError(str(error)) from error
    upright.thumbnail((max_edge, max_edge))
    plain = Image.new("RGB", upright.size)
    plain.paste(upright)
    buffer = io.BytesIO()
    plain.save(buffer, "JPEG", quality=QUALITY, optimize=True)
    return Photo(buffer.getvalue(), *plain.size)
