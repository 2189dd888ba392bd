"""Detection of unsupported symbols, which are rejected.

They occur in no name and no sentence. Names are compared without punctuation, so ``Kong != Lash`` would otherwise be
parsed as two names.

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
    """Return the first unsupported symbol of a text, such as ``≠`` or a pictogram.

    Empty if there is none.
    """
    match = _ASCII.search(text)
    if match is not None:
        return match[0]
    if text.isascii():
        return ""
    return next((c for c in text if c not in _KNOWN and unicodedata.category(c) in {"Sm", "So"}), "")
