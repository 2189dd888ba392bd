"""Standings after a round.

Ranks, breakdown of tie-breaker values, and the choice of tie-breakers. May import `results` and the packages below it,
but not `cut` and `pods`.
"""
