"""Standings and tie-breakers through the API.

May import everything in `standings` but its views.
"""
