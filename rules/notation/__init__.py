"""How games are written and read, whatever the game: names, lists of names, rows of verbs, fields of positions.

It stands on the engine and on the names of cards (``rules.decks``), and names no game; the judge's tools stand on it,
and a game's own notation takes what it needs of it:

``english``      words of sentences: whose, one after the other
``lists``        where one name in a list ends and the next begins, and how many of each
``players``      which player a name, or the beginning of one, means
``references``   names of the objects of a game, unique among others, and what a written name refers to
``wording``      the row of each verb of a game: with which words it begins, how it is read and written, an example
``symbols``      symbols that are not read, such as ``≠``
``usual``        what a notation says of things that its game does not have
``position``     the fields of a described position, and everything that is wrong with them at once

A game derives ``References``, says in four methods what its things are, and makes one of them; the rest is the same
in every game: short forms, owners, numbers, zones, "which of these do you mean". It writes a ``Phrasing`` for each of
its verbs and makes the table ``Phrasings`` of them, which reads, renders and gives hints. Nothing here changes a game.
"""
