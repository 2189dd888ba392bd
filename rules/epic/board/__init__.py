"""What lies on the table: what champions are at this moment, zones, gold, damage, and triggers that wait.

Stands on ``players`` and ``state``; knows neither plays nor battles nor what a card's text does.
"""
