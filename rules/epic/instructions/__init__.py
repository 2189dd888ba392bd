"""Carrying out a card's text: one function for each instruction of ``rules.epic.effects``, and the order of them.

Stands on ``plays``, ``battle``, ``multiplayer`` and ``picking``; the game goes on in ``turn`` and ``process``.
"""
