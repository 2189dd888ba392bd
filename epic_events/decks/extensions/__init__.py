"""Extensions of event and card pages.

May import everything else in `decks`.
"""
