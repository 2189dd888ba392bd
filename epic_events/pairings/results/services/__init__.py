"""Services that write results and other facts about a table.

May import the rest of `results` except its views and its API.
"""
