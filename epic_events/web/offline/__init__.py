"""Offline copy of the current round, and the page that scans a result slip.

May import every app below ``web``; the URLs of ``web`` import it.
"""
