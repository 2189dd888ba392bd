"""Tokenizer of sentences: words with their position in the text.

>>> [word for word in tokens("Ben's Kong, (13/14) -> Wolf Token#2.").words]
["Ben's", 'Kong', ',', '(', '13/14', ')', '->', 'Wolf', 'Token#2']
"""

import re
from dataclasses import dataclass
from typing import Final

_TOKEN: Final = re.compile(r"[-=]+>|→|[,;:()>]|\.(?=\s)|(?<!\S)[&+](?!\S)|(?:(?!\.(?:\s|$))[^\s,;:()>→])+")
_APOSTROPHES: Final = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'"})  # noqa: RUF001 - typed by phones


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words of a sentence.

    Attributes:
        text: the sentence, with single spaces.
        words: its words and punctuation marks, without those at its end.
        spans: the start and end index of each word in ``text``.
    """

    text: str
    words: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]

    def slice(self, start: int, end: int) -> str:
        """Return the text of the words from ``start`` up to ``end``."""
        return self.text[self.spans[start][0] : self.spans[end - 1][1]] if start < end else ""


def tokens(text: str) -> Tokens:
    """Split ``text`` into words."""
    normalized = " ".join(text.translate(_APOSTROPHES).split())
    normalized = normalized if normalized.endswith(("..", ",")) else normalized.rstrip(" .!;")
    matches = [match for match in _TOKEN.finditer(normalized) if match[0] != "!"]
    words = tuple(match[0] for match in matches)
    return Tokens(normalized, words, tuple(match.span() for match in matches))
