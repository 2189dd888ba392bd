"""The decklists of many players at once: pasted or read from a file, looked over, then all of them stored or none.

May import everything of the decks but their views, panels and addresses.
"""
