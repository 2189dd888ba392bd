"""Execution of card texts: one function for each instruction of ``effects``.

Imports ``plays``, ``battle``, ``multiplayer`` and ``selection``.
"""
