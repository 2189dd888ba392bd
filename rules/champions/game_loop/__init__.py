"""The course of a Champions game: turns, plays, reactions, damage, game end.

It depends on the state; notation and views depend on it.
"""
