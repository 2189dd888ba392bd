"""Pages of the standings and of the tie-breakers.

May import everything in `standings`.
"""
