"""Spelling variants of Epic card names found in decklists and articles.

Variants that differ only in case, accents, punctuation or spaces match anyway; listed ones are shown on card pages.
"""

ALIASES: dict[str, str] = {
    "Divine Judgement": "Divine Judgment",  # the published decklists' spelling
    "Mist-Guide Herald": "Mist Guide Herald",
}
