"""Every write about the result of a match and about what is noted at its table.

May import the rest of `results`, never its views or its API.
"""
