"""Descriptions of game positions in fields.

Parsing, building the state, checking and rendering. Builds on ``rules.epic.engine`` and ``rules.epic.notation.names``.
"""
