"""Labels of states and fields as they stand within a sentence or behind another word."""

from typing import Final

from django.utils.translation import get_language

SMALL: Final = ("en",)
"""The languages in whose sentences a label loses its capitals; German nouns keep theirs anywhere."""


def within_sentence(label: object) -> str:
    """Return a label, translated, as it stands within a sentence in the reader's language.

    >>> within_sentence("Not submitted")
    'not submitted'
    """
    text = str(label)
    language = (get_language() or SMALL[0]).partition("-")[0]
    return text.lower() if language in SMALL else text
