"""Known rulings on the Epic Card Game, restated, with their sources."""

from importlib.resources import files

from rules.precedents import read_precedents

PRECEDENTS = read_precedents(files(__name__))
"""Rulings by id on games and formats, with records that show the answers."""
