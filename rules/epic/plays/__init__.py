"""Plays: timing, powers, costs, free plays, loyalty and ally abilities.

Imports ``battle`` and ``selection``.
"""
