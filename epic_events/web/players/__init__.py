"""A player through all events: where and how they played, against whom; only what everybody may know.

May import every app below the portal; the portal's addresses and the API import it.
"""
