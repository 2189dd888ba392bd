"""Digests of event archives, which reveal damage of a file."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

KEY: Final = "digest"
_PREFIX: Final = "sha256:"


def digest_of(archive: Mapping[str, Any]) -> str:
    """Return the digest of an archive without its own.

    The layout of the JSON text does not matter.
    """
    content = {name: value for name, value in archive.items() if name != KEY}
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return _PREFIX + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def with_digest(archive: Mapping[str, Any]) -> dict[str, Any]:
    """Return the archive with its digest."""
    return {**archive, KEY: digest_of(archive)}


def find_damage(archive: Mapping[str, Any], *, required: bool) -> str:
    """Return an error message if the archive differs from its digest.

    Otherwise an empty string.

    Args:
        archive: the parsed archive.
        required: False if archives of its version may have no digest.
    """
    if KEY not in archive:
        return _("The file is damaged: it has no digest. Export the event again.") if required else ""
    if not constant_time_compare(str(archive[KEY]), digest_of(archive)):
        return _("The file is damaged or was edited: its content does not match its digest. Export the event again.")
    return ""


def to_text(archive: Mapping[str, Any]) -> str:
    """Return the text of an archive file."""
    return json.dumps(archive, ensure_ascii=False, indent=1)


def has_changed_case(content: bytes, archive: Mapping[str, Any]) -> bool:
    """Return True if a file differs from its archive in upper and lower case only.

    A flipped bit can do that to an escape sequence, which then means the same.
    """
    text = to_text(archive).encode("utf-8", "surrogatepass")
    return content != text and content.lower() == text.lower()
