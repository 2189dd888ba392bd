"""Translated labels for use inside a sentence."""

from typing import Final

from django.utils.translation import get_language

SMALL: Final = ("en",)
"""The languages in whose sentences a label loses its capitals; German nouns keep theirs anywhere."""


def within_sentence(label: object) -> str:
    """Return a label as it is written inside a sentence of the active language.

    >>> within_sentence("Not submitted")
    'not submitted'
    """
    text = str(label)
    language = (get_language() or SMALL[0]).partition("-")[0]
    return text.lower() if language in SMALL else text
