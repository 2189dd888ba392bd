"""Pairings and standings as iframes for other sites, if organisers allow it.

May import every app below ``web``; imported by the URLs of ``web``.
"""
