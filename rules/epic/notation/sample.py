"""An example record of a few lines, for new users."""

from typing import Final

SAMPLE: Final = """\
Record: 1
Game: epic
Rules: RB-2017
Players: Anna, Ben
First: Anna

Position
Turn: Anna 5
Anna health: 24
Anna hand: Lash, ?
Anna champion: Triceratops
Ben health: 19
Ben champion: Palace Guard
Ben champion: Human Token

Plays
1. Anna: attack with Triceratops
2. Anna: pass
3. Ben: pass
4. Ben: block with Palace Guard
"""
