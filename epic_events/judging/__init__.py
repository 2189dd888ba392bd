"""Judging: calls, penalties, decisions, appeals, deck checks, clocks and rulings.

Depends on pairings. Disputes, web and API depend on it.
"""
