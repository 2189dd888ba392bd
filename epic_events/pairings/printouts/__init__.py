"""Printouts of a round: result slips, table cards and the round PDF.

May import every other package of the app. Only the app's top-level modules may import it.
"""
