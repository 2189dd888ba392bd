"""Tokenizer of sentences: words with their position in the text.

>>> [word for word in tokens("Ben's Kong, (13/14) -> Wolf Token#2.").words]
["Ben's", 'Kong', ',', '(', '13/14', ')', '->', 'Wolf', 'Token#2']
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_TOKEN: Final = re.compile(r"[-=]+>|→|[,;:()>]|\.(?=\s)|(?<!\S)[&+](?!\S)|(?:(?!\.(?:\s|$))[^\s,;:()>→])+")
_APOSTROPHES: Final = str.maketrans({"’": "'", "‘": "'", "`": "'", "´": "'"})  # noqa: RUF001 - typed by phones


_CONTRACTION: Final = re.compile(r"\b(I|you|we|they)'(m|ll|d|ve|re)\b", re.IGNORECASE)
_FULL_FORMS: Final = {"m": "am", "ll": "will", "d": "would", "ve": "have", "re": "are"}


def _in_full(match: re.Match[str]) -> str:
    return f"{match[1]} {_FULL_FORMS[match[2].casefold()]}"


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


def _is_short_with(matches: Sequence[re.Match[str]], index: int) -> bool:
    """Return True for ``w`` between a verb and a name: ``attack w Triceratops``."""
    is_inside = 0 < index < len(matches) - 1 and matches[index - 1][0].isalpha() and matches[index + 1][0][0].isalnum()
    return matches[index][0] == "w" and is_inside


def tokens(text: str) -> Tokens:
    """Split ``text`` into words."""
    spelled_out = _CONTRACTION.sub(_in_full, text.translate(_APOSTROPHES))
    normalized = " ".join(spelled_out.split())
    normalized = normalized if normalized.endswith(("..", ",")) else normalized.rstrip(" .!;")
    matches = [match for match in _TOKEN.finditer(normalized) if match[0] != "!"]
    words = tuple(
        "with" if match[0].casefold() == "w/" or _is_short_with(matches, index) else match[0]
        for index, match in enumerate(matches)
    )
    return Tokens(normalized, words, tuple(match.span() for match in matches))
