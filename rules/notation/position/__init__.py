"""Described positions of any game: fields, lines of cards, and all errors at once.

A game derives ``PositionFields``, names its fields and parses their lines.
"""
