"""Pages of the search and of searches without results.

May import everything in `search`.
"""
