"""Kinds of sentences of judges, by what they are about."""

import json

from tests.rules.epic.notation.phrasings import FILES

POSITIONS = {
    f"{path.stem}/{name}": text for path in FILES for name, text in json.loads(path.read_text())["positions"].items()
}
"""The positions of the phrasings, by the file and their name."""
