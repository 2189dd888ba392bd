"""Import of the decklists of many players from a text or file, with a preview.

May import everything in `decks` except views, extensions and URLs.
"""
