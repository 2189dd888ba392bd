"""Names of cards, champions, players and triggers in records.

They are resolved to objects. Imports no other part of ``rules.epic.notation``.
"""
