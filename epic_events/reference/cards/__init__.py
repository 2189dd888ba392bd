"""Cards of a game: search, filters, and pages.

May import `rules` for the rules of a card's keywords.
"""
