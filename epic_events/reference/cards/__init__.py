"""The cards of a game: found by address, name and what they are, asked for in words, each on a page of its own.

May import `rules`, which the words of a card lead to.
"""
