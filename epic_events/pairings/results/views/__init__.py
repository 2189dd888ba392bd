"""The pages of a table and of entering results; they call services and hold no rules.

May import everything in `results`.
"""
