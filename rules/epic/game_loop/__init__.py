"""What takes a game on: the loop, the one checker, all legal answers or one by chance, and illegal ones carried out.

Stands on all rooms of play and on ``claims``; only ``rules.epic.engine``, notation and views stand on it.
"""
