"""Play random games and check their properties (``make fuzz``).

Nothing here needs more than the library itself, so that other versions of Python can run it.
"""
