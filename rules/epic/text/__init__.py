"""What is read of a card: its text rendered from data, facts and search fields, and checks that data and text agree.

Stands on cards, effects and formats alone; nothing here knows a game that is played.
"""
