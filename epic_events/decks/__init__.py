"""Decklists of players: submission, deck check, versions and visibility."""
