"""Rounds through the API, by the services that the desk uses.

May import everything in `rounds` but its views.
"""
