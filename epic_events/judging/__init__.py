"""Judging on the floor: calls for a judge, and the board on which judges see them.

Stands on the pairings; rulings, disputes, portal and API stand on it.
"""
