"""Alternatives to a stored replay: another interpretation, the view of a player, or a what-if.

They are replayed during the request; only what-ifs are stored. May import ``replays``, ``records`` and the models.
"""
