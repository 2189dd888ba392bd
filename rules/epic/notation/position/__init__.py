"""Positions: an Epic game at a moment, described in fields; read, laid out, held against the rules, and written.

Stands on ``rules.epic.engine`` and ``rules.epic.notation.names``.
"""
