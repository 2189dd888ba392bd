"""Game-independent judging: records, replays, verdicts and boards.

A game provides its engine, notation and catalogue through the protocols of ``game``. ``record`` parses and writes
records, ``setup`` builds the initial state, ``replay`` computes the verdict, ``analysis`` explains it, ``output``
generates records, and ``board`` shows a game to a viewer.
"""
