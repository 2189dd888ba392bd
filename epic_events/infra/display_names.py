"""Names and titles as people will see them: nothing in them is invisible or turns the line around it."""

import unicodedata
from collections.abc import Iterator
from typing import Final

from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _

from epic_events.infra.errors import UserError

LONGEST_NAME: Final = 80  # characters of a person's name
MOST_MARKS: Final = 4  # accents on one letter; no script needs more, a tower of them covers the lines above

_JOINERS: Final = "\u200c\u200d"
"""Shape the letters beside them in Persian, Indian scripts and emoji; between other characters they are invisible."""
_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")
"""Characters that count as letters, marks or symbols and show nothing."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})


_FIRST_STRONG_ISOLATE: Final = "\u2068"
_POP_ISOLATE: Final = "\u2069"
_TO_THE_LEFT: Final = frozenset({"R", "AL", "AN"})
_TO_THE_RIGHT: Final = frozenset({"L"})


def isolated(name: str) -> str:
    """Return a name as it is put into a sentence that Python builds: what ``<bdi>`` is in a template.

    A name whose letters run against the sentence would otherwise take the score or the table number beside it along and
    change their order on the screen. It is set apart by two marks that show nothing; one that runs with the sentence
    needs none. For what people read only: :func:`plain` takes the marks out of what a program reads.
    """
    against = _TO_THE_RIGHT if get_language_bidi() else _TO_THE_LEFT
    if not any(unicodedata.bidirectional(character) in against for character in name):
        return name
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def plain(text: str) -> str:
    """Return a sentence without the marks of :func:`isolated`, as the API and the command line give it out."""
    return text.replace(_FIRST_STRONG_ISOLATE, "").replace(_POP_ISOLATE, "")


def _is_seen(character: str) -> bool:
    return character not in _BLANK_LETTERS and unicodedata.category(character) not in _UNSEEN


def _joins(before: str, after: str) -> bool:
    """Whether a joiner does something between these two characters (empty at either end of the name)."""
    return bool(before and after) and not {before, after} & {" ", *_JOINERS} and not before.isascii()


def _without_towers(text: str) -> Iterator[str]:
    """Yield the characters of a text, of the accents on one letter the first few."""
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks <= MOST_MARKS:
            yield character


def shown(text: str) -> str:
    """Return a name or title without what nobody sees, composed (NFC), in one line with single spaces.

    Controls, marks of direction and invisible characters are left out, accents beyond :data:`MOST_MARKS` on one letter
    too. What remains reads the same on every screen, and two names that look alike because of such a character are one.
    """
    spaced = " ".join(text.split())
    seen = "".join(character for character in spaced if character in _JOINERS or _is_seen(character))
    seen = "".join(_without_towers(unicodedata.normalize("NFC", seen)))
    around = zip(["", *seen], seen, [*seen[1:], ""], strict=False)
    kept = "".join(one for before, one, after in around if one not in _JOINERS or _joins(before, after))
    return unicodedata.normalize("NFC", " ".join(kept.split()))


def clean_name(name: str) -> str:
    """Return the name of a person as it is shown.

    Raises:
        UserError: when no letter or digit is left, or more than :data:`LONGEST_NAME` characters.
    """
    name = shown(name)
    if not name or len(name) > LONGEST_NAME:
        message = _("A name has between 1 and %(most)d letters.") % {"most": LONGEST_NAME}
        raise UserError(message, fields={"name": message})
    if not any(character.isalnum() for character in name):
        message = _("A name needs a letter or a digit that can be seen.")
        raise UserError(message, fields={"name": message})
    return name
