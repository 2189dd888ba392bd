"""Records that the library writes itself: random games, and the short and the full form of any record.

Stands on ``rules.judge.replay`` and everything below.
"""
