"""Known rulings on the Epic Card Game, restated, with their sources."""

from importlib.resources import files

from rules.precedents import read_precedents

PRECEDENTS = read_precedents(files(__name__))
"""The rulings by id; game and format questions that players asked, with the records that show the answers."""
