"""What decklists add to pages of the apps below: to an event's and to a card's.

May import everything else in `decks`.
"""
