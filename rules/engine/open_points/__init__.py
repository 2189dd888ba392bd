"""Where the printed rules of a game leave something open: how it is read in a game, and whether a game asks for it.

May import the rest of the engine that games share, and nothing of any game.
"""
