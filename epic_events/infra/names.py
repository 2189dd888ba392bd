"""Names, labels and identifiers.

They have no invisible characters and do not change the text direction.
"""

import re
import secrets
import unicodedata
from collections.abc import Iterator
from typing import Final

from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _

from epic_events.infra.errors import UserError

EMAIL: Final = re.compile(r"[\w.!#$%&*+/=?^`{|}~-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
"""An e-mail address inside a text; bounded, so that a long text costs no more than its length."""
MAX_NAME_LENGTH: Final = 80  # characters of a person's name
MAX_MARKS: Final = 4  # combining marks per letter; no script needs more, and a stack of them would cover other lines

_JOINERS: Final = "\u200c\u200d"
"""Joiners of Persian, Indian scripts and emoji; invisible between other characters."""
_BLANK_LETTERS: Final = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u034f")
"""Invisible characters in the Unicode categories of letters, marks or symbols."""
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})


_FIRST_STRONG_ISOLATE: Final = "\u2068"
_POP_ISOLATE: Final = "\u2069"
_TO_THE_LEFT: Final = frozenset({"R", "AL", "AN"})
_TO_THE_RIGHT: Final = frozenset({"L"})


def isolated(name: str) -> str:
    """Return a name for use inside a sentence.

    It is in bidi isolates if its direction differs. Does in Python what ``<bdi>`` does in a template: a right-to-left
    name would otherwise reorder the score or table number next to it. :func:`plain` removes the marks for programs.
    """
    against = _TO_THE_RIGHT if get_language_bidi() else _TO_THE_LEFT
    if not any(unicodedata.bidirectional(character) in against for character in name):
        return name
    return f"{_FIRST_STRONG_ISOLATE}{name}{_POP_ISOLATE}"


def plain(text: str) -> str:
    """Return a text without the marks of :func:`isolated`, for API and command line."""
    return text.replace(_FIRST_STRONG_ISOLATE, "").replace(_POP_ISOLATE, "")


def _is_visible(character: str) -> bool:
    return character not in _BLANK_LETTERS and unicodedata.category(character) not in _UNSEEN


def _joins(before: str, after: str) -> bool:
    """Return True if a joiner between these two characters has an effect."""
    return bool(before and after) and not {before, after} & {" ", *_JOINERS} and not before.isascii()


def _limit_marks(text: str) -> Iterator[str]:
    """Yield the characters of a text with at most ``MAX_MARKS`` accents per letter."""
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in {"Mn", "Me"} else 0
        if marks <= MAX_MARKS:
            yield character


def normalised(text: str) -> str:
    """Return a name or title without invisible characters, in NFC, on one line.

    Control characters, direction marks and invisible characters are removed, and accents beyond ``MAX_MARKS`` per
    letter. Two names that looked alike because of such a character become equal.
    """
    spaced = " ".join(text.split())
    seen = "".join(character for character in spaced if character in _JOINERS or _is_visible(character))
    seen = "".join(_limit_marks(unicodedata.normalize("NFC", seen)))
    around = zip(["", *seen], seen, [*seen[1:], ""], strict=False)
    result = "".join(one for before, one, after in around if one not in _JOINERS or _joins(before, after))
    return unicodedata.normalize("NFC", " ".join(result.split()))


def clean_name(name: str) -> str:
    """Return the normalised name of a person.

    Raises:
        UserError: if no letter or digit remains, it is longer than ``MAX_NAME_LENGTH``, or contains an e-mail address,
            which would be shown to everyone.
    """
    name = normalised(name)
    if not name or len(name) > MAX_NAME_LENGTH:
        message = _("Enter a name of 1 to %(most)d characters.") % {"most": MAX_NAME_LENGTH}
        raise UserError(message, fields={"name": message})
    if not any(character.isalnum() for character in name):
        message = _("Enter a name with at least one visible letter or digit.")
        raise UserError(message, fields={"name": message})
    if EMAIL.search(unicodedata.normalize("NFKC", name)):
        message = _("Enter a name without an e-mail address. Names are shown to everyone.")
        raise UserError(message, fields={"name": message})
    return name


def without_address(name: str) -> str:
    """Return a name without e-mail address.

    A name that is only an address becomes the part before the @.

    >>> without_address("Ana <ana@x.example>"), without_address("ben@x.example"), without_address("Cy")
    ('Ana', 'ben', 'Cy')
    """
    text = unicodedata.normalize("NFKC", name)
    match = EMAIL.search(text)
    if match is None:
        return name
    rest = " ".join(re.sub(r"[<(\[]\s*[>)\]]", " ", EMAIL.sub("", text)).split()).strip(" ,;:|-")
    return rest if any(map(str.isalnum, rest)) else match[0].partition("@")[0]


SMALL: Final = ("en",)
"""Languages in which labels are lower-cased inside a sentence; German nouns keep their capitals."""


def within_sentence(label: object) -> str:
    """Return a label as it is written inside a sentence of the active language.

    >>> within_sentence("Not submitted")
    'not submitted'
    """
    text = str(label)
    language = (get_language() or SMALL[0]).partition("-")[0]
    return text.lower() if language in SMALL else text


_UNAMBIGUOUS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
_LENGTH: Final = 8


def new_slug() -> str:
    """Return a random identifier without characters that are easily confused."""
    return "".join(secrets.choice(_UNAMBIGUOUS) for _ in range(_LENGTH))
