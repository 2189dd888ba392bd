"""An event made once more for another day: its plan, its rules and its staff, without its players.

May import every app below the portal; the portal's addresses and panels, and the API, import it.
"""
