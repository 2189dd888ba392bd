"""Names of cards, champions, players and triggers in records, and their resolution to objects.

Imports no other part of ``rules.epic.notation``.
"""
