"""Game-independent judging: records, replays, verdicts and boards.

A game is passed as its engine, notation and catalogue (``game``). ``record`` parses and writes records, ``setup``
builds the initial state, ``replay`` computes the verdict, ``analysis`` explains it, ``output`` generates records, and
``board`` shows a game to a viewer.
"""
