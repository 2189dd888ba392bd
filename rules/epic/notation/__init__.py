"""Notation of Epic records.

It parses lines into actions and renders actions as lines. Builds on ``rules.epic.engine``. ``names`` resolves names to
cards and players. ``lines`` handles lines that contain more or less than one action. ``position`` reads and writes
descriptions of game positions.
"""
