"""Execution of card texts: one function for each kind of instruction.

Imports ``plays``, ``battle``, ``multiplayer`` and ``selection``.
"""
