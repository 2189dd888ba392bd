"""Known spelling variants of Epic card names.

Only spellings that real lists and articles use, each entered by hand. Folding (case, accents, punctuation, spaces)
needs no entry, but a variant that is known stands here all the same, so that card pages can name it.
"""

ALIASES: dict[str, str] = {
    "Divine Judgement": "Divine Judgment",  # the published decklists' spelling
    "Mist-Guide Herald": "Mist Guide Herald",
}
