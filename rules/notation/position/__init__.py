"""Described positions in any game: their fields by what they mean, and everything that is wrong with them at once.

A game derives ``PositionFields`` and says which fields it has; what the lines of each mean is its own.
"""
