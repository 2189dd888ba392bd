"""An organiser's card file of Epic: cards of their own, and what is told otherwise of the published ones.

``fields`` is what may be told of a card, ``reading`` reads a file, ``writing`` writes cards down as one, ``form`` is
what the registry holds of it. Imports cards, their words, and the shared parts of ``rules.decks.card_files``.
"""
