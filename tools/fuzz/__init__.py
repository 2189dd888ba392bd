"""Random games by the ten thousand, held to everything that must be true of a game: ``make fuzz``.

Nothing here needs more than the library itself, so that other versions of Python can run it.
"""
