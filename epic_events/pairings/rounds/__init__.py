"""Rounds: pairing, publication, finishing, explanations, and the end of an event.

May import `pods`, `cut` and everything they may import.
"""
