r"""The record of a game: the one door to its text and JSON forms. ``RECORD.md`` beside this file documents the format.

>>> record = parse("Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\nben: keep # good")
>>> print(write(record))
Record: 1
Game: epic
Rules: RB-2017
Players: Anna, Ben
First: Anna
<BLANKLINE>
Plays
1. Ben: keep  # good
<BLANKLINE>
>>> parse(write(record)) == record
True
"""

from rules.judge.errors import Problem, RecordError
from rules.judge.json_form import from_json, to_json
from rules.judge.model import (
    CHANCE_NAME,
    FORMAT,
    Branch,
    Deck,
    DeckLine,
    Header,
    Notes,
    Place,
    Play,
    Position,
    PositionField,
    Record,
    new_record,
)
from rules.judge.reading import parse
from rules.judge.writing import write

__all__ = [
    "CHANCE_NAME",
    "FORMAT",
    "Branch",
    "Deck",
    "DeckLine",
    "Header",
    "Notes",
    "Place",
    "Play",
    "Position",
    "PositionField",
    "Problem",
    "Record",
    "RecordError",
    "from_json",
    "new_record",
    "parse",
    "to_json",
    "write",
]
