"""Support for running with compiled modules: ``RULES_COMPILED=var/compiled``.

``make compiled`` copies the sources into that folder and compiles the hottest modules there. The folder is used only
with the environment variable, and rejected if it was compiled from other sources.
"""

import hashlib
import sys
from pathlib import Path
from typing import Final

MANIFEST: Final = "made-from.txt"
SOURCES: Final = Path(__file__).parent
MADE: Final = frozenset({"__pycache__", "build"})
"""Folders with generated files."""


def fingerprint() -> str:
    """Return a hash of all files of this library and of the Python implementation."""
    total = hashlib.blake2b(f"{sys.implementation.cache_tag}\0".encode(), digest_size=16)
    for path in sorted(path for path in SOURCES.rglob("*") if path.is_file() and not MADE.intersection(path.parts)):
        total.update(f"{path.relative_to(SOURCES).as_posix()}\0".encode())
        total.update(path.read_bytes())
    return total.hexdigest()


def compiled_package_path(place: str) -> list[str]:
    """Return the package path inside a folder.

    The folder's shared modules are added to ``sys.path``.

    Raises:
        ImportError: there is none, or it was compiled from other sources or for another Python.
    """
    manifest = Path(place, MANIFEST)
    made_from = manifest.read_text(encoding="utf-8").strip() if manifest.is_file() else ""
    if made_from != fingerprint():
        reason = "was compiled from other sources than these" if made_from else "holds nothing compiled"
        raise ImportError(
            f"{place} {reason}: `make compiled` compiles them, and without RULES_COMPILED they run as they are"
        )
    sys.path.append(str(Path(place).resolve()))
    return [str(Path(place, "rules").resolve())]
