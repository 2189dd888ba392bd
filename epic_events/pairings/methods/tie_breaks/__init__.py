"""Tie-breakers as pure functions of an event's record.

Each event combines them to a chain. A tie-breaker returns exact integers over a common denominator for all players,
and for a single player the terms from which the value is computed.
"""
