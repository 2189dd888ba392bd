"""From a record to the game it begins with: who plays and how, chosen readings and printings, decks, a position.

Stands on ``rules.judge.record`` and ``rules.judge.game``.
"""
