"""Rules of multiplayer games: team members, reach, elimination rewards.

Imports ``selection`` and ``board``; seating and departures are in ``players``.
"""
