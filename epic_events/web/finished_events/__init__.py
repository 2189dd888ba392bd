"""What is left of an event that has ended, on one page worth sharing: champion, bracket, places, lists and cards.

May import every app below the portal; the portal's addresses and the API import it.
"""
