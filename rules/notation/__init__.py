"""Reading and writing of records, shared by all games.

Names, lists, verbs and positions. Depends on the engine and on card names (``rules.decks``), and on no game. The
judge's tools and the notation of each game build on it.

``english``      possessives and enumerations
``lists``        splits lists of names, with counts
``patterns``     sentence patterns that account for every word
``phrasing``     table of a game's actions: opening words, parser, renderer, examples
``players``      resolves a player's name or its beginning
``position``     fields of a described position; collects all errors
``references``   unique names of a game's objects, and what a written name refers to
``symbols``      symbols that are not parsed, such as ``≠``
``usual``        default notation for games without hidden cards
``verb_forms``   inflected forms of English verbs

A game derives ``References`` and describes its objects in four methods; short forms, owners, numbers, zones and the
question which of several is meant are the same for every game. It writes one ``Phrasing`` per action and collects them
in ``Phrasings``, which parses, renders and gives examples. Nothing here changes a game.
"""
