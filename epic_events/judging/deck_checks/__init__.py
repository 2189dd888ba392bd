"""Deck checks: tables picked by a recorded seed, a list beside the deck, an outcome.

May import the models and permissions of the floor, its calls and penalties.
"""
