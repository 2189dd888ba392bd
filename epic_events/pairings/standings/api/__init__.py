"""API of standings and tie-breakers.

May import everything in `standings` except its views.
"""
