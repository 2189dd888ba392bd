"""What cards, champions, players and triggers are called in records, and what a name written there refers to.

Imports no other part of ``rules.epic.notation``.
"""
