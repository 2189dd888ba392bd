"""Result page of a finished event: champion, bracket, standings and cards.

May import every app below ``web``; the URLs of ``web`` and the API import it.
"""
