"""Decklist text to cards and back, and formats as declared constraints; knows no game by name."""
