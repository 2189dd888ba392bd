r"""Records of games: parsing and writing their text and JSON forms.

``rules/judge/RECORD.md`` documents the format. A record is parsed without knowing its game.

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

from rules.judge.record.errors import Problem, RecordError
from rules.judge.record.json_format import from_json, to_json
from rules.judge.record.model import (
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
from rules.judge.record.parser import parse
from rules.judge.record.writer import write

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
