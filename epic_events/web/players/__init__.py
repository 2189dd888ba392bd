"""Public profile of a player across all events.

May import every app below ``web``; the URLs of ``web`` and the API import it.
"""
