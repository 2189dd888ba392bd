"""Tie-breakers: pure functions of the record of an event, which each event combines to a chain.

A tie-breaker returns exact integers over a common denominator for all players, and for a single player the terms from
which the value is computed.
"""
