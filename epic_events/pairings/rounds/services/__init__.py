"""Every write about a round and about who is kept apart.

May import the rest of `rounds`, never its views or its API.
"""
