"""A described position in one call, for tests of names and positions."""

from rules.engine.game import Setup
from rules.epic.notation.answers import NOTATION

BASE = {"Turn": ["Anna 7"], "Anna health": ["20"], "Ben health": ["20"]}


def position(decks=(None, None), version="RB-2017", **fields):
    """Return the position with these fields, written with underscores: ``Anna_champion=["Kong"]``."""
    output = {key.replace("_", " "): [text] if isinstance(text, str) else text for key, text in fields.items()}
    whole = {key: text for key, text in {**BASE, **output}.items() if text is not None}
    return NOTATION.position(whole, Setup(("Anna", "Ben"), decks, 0, version))
