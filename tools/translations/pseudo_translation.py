"""A pseudo-translation that marks every string, to find unmarked text on pages."""

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from typing import Final

from django.utils.translation import trans_real

OPEN, CLOSE = "⟦", "⟧"
_INNERMOST: Final = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_SILENT: Final = frozenset({"script", "style", "svg", "code", "bdi", "kbd", "option", "textarea", "time", "pre"})
"""Elements without interface text: names, codes, user input."""
_TEXT_ATTRIBUTES: Final = ("aria-label", "alt", "title", "placeholder")
_EMPTY: Final = frozenset({"meta", "link", "input", "br", "img", "hr", "wbr", "source"})


class MarkedTranslations(gettext.NullTranslations):
    """Translations that return every string unchanged between marks."""

    def gettext(self, message: str) -> str:
        """Return the string between marks, without its context."""
        return f"{OPEN}{message.rpartition(trans_real.CONTEXT_SEPARATOR)[2]}{CLOSE}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the singular or plural form between marks."""
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def mark_translations(language: str) -> Iterator[None]:
    """Replace the catalogue of a language by one that marks strings."""
    before = trans_real.translation(language)
    catalogue = MarkedTranslations()
    catalogue.__dict__.update(
        {name: getattr(before, name) for name in vars(before) if name not in ("gettext", "ngettext")}
    )
    trans_real._translations[language] = catalogue  # type: ignore[attr-defined]  # where Django keeps them
    try:
        yield
    finally:
        trans_real._translations[language] = before  # type: ignore[attr-defined]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.path: list[tuple[str, bool]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        silent = tag in _SILENT or "data-words" in values
        if not (silent or self._is_silent()):
            self.texts += [values[name] or "" for name in _TEXT_ATTRIBUTES if name in values]
        if tag not in _EMPTY:
            self.path.append((tag, silent))

    def handle_endtag(self, tag: str) -> None:
        while self.path and self.path.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip():
            if self._is_silent():
                self.texts.append("")
            else:
                self.texts.append(data)

    def _is_silent(self) -> bool:
        return any(silent for _tag, silent in self.path)


def find_unmarked_text(page: str) -> list[str]:
    """Return the texts of a page outside marked strings, without names and user input."""
    reader = _Reader()
    reader.feed(page)
    text = "\n".join(" ".join(one.split()) for one in reader.texts if one)
    while _INNERMOST.search(text):
        text = _INNERMOST.sub(" ", text)
    return [line.strip() for line in text.split("\n") if _WORD.search(line)]
