"""Who plays: who belongs together and sits where, who has initiative, who leaves the game and who wins it.

Stands on ``state`` alone.
"""
