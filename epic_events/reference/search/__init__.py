"""Search of the rules, its rate limit, and statistics of searches without results.

May import `cards` and `rules`.
"""
