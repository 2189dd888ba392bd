"""Records of disputes: their initial state, and validation before they are stored.

May import the limits of ``replays``.
"""
