"""Services that write rounds and avoidances.

May import the rest of `rounds` except its views and its API.
"""
