"""Symbols in lines that no name and no sentence has: what they mean is not guessed.

Names are compared without punctuation, so that ``Kong != Lash`` would otherwise be read as two names.

>>> foreign_symbol("target ≠ Ben"), foreign_symbol("Flame Strike <- Ben"), foreign_symbol("Rage → Kong, +4/+4")
('≠', '<-', '')
"""

import re
import unicodedata
from typing import Final

_ASCII: Final = re.compile(r"!=+|<[-=>]*|[|~^\\]+")
_KNOWN: Final = frozenset("+=>×→⇒➔➜➡⟶©®™°")  # noqa: RUF001 - people type the multiplication sign
"""Replacements of symbols: number signs and arrows; meaningless marks are removed."""


def foreign_symbol(text: str) -> str:
    """Return the first symbol of a text that is not read, such as ``≠`` or a pictogram; empty for none."""
    match = _ASCII.search(text)
    if match is not None:
        return match[0]
    if text.isascii():
        return ""
    return next((c for c in text if c not in _KNOWN and unicodedata.category(c) in {"Sm", "So"}), "")
