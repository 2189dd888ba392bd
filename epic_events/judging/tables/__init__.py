"""The table page: all that a judge needs to know about one table.

May import everything else in ``judging``.
"""
