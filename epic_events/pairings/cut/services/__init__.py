"""Services that begin a stage. Callers lock the event.

May import the rest of `cut` except its views and its API.
"""
