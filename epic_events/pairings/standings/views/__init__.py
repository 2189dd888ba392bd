"""The pages of standings and of choosing tie-breakers.

May import everything in `standings`.
"""
