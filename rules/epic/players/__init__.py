"""Players: teams and seating, initiative, departures, the end of the game.

Imports only ``state``.
"""
