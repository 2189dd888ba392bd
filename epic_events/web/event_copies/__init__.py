"""Duplication of an event with its plan, rules and staff, without its players.

May import every app below ``web``; the URLs and extensions of ``web`` and the API import it.
"""
