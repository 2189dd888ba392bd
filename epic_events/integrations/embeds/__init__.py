"""Pairings and standings inside other sites' pages, where an event's organisers want it.

May import every app below the portal; the portal's addresses import it.
"""
