"""Brackets and final standings through the API.

May import everything in `cut` but its views.
"""
