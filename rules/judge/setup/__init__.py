"""The setup of a record: players, variant, options, printings, decks and position.

Imports ``rules.judge.record`` and ``rules.judge.game``.
"""
