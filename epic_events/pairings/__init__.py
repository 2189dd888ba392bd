"""Rounds, matches, seats, results and standings."""
