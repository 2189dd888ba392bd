"""A short sample record for new users."""

from typing import Final

SAMPLE: Final = """\
Record: 1
Game: champions
Rules: CR-2018-11
Players: Anna, Ben
First: Anna
Cards: house set

Position
Turn: Anna 3
Anna health: 20
Anna lane 1: Ilse Lampwright
Anna lane 2: Warden of the Ford
Anna lane 3: Mirin the Quiet
Anna lane 4: Sister Vane
Anna blessings: Long Dawn, Shieldwall, Rising Tide, Watchfire
Anna hand: Gate Guard
Ben health: 20
Ben lane 1: Pit Drover
Ben lane 2: Sister Vane
Ben lane 3: Gorrath Embermaw
Ben lane 4: Pit Drover
Ben blessings: Blood Price, War Drums, Sky of Ash, Long Dawn

Plays
1. Anna: play Gate Guard with Warden of the Ford
"""
