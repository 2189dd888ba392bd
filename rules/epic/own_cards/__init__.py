"""Card files of organisers: their own cards, and changed facts of published cards.

``fields`` defines the fields, ``parsing`` and ``serialization`` read and write files, ``text_validation`` checks texts,
``file_format`` describes the format for the registry. Imports cards, their text, and ``rules.decks.card_files``.
"""
