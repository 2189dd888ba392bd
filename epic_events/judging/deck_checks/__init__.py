"""Deck checks: random selection of tables, and comparison with the decklist.

May import the models, permissions, calls and penalties of ``judging``.
"""
