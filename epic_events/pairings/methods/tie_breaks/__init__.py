"""Tie-breakers: small pure functions over the read-only record of an event, put in order by each event.

A function returns the values of everybody as exact whole numbers over one denominator, and for one player the terms
that the value is made of.
"""
