"""The decision on a dispute: writing and telling it, what helps to find it, and what becomes of it.

Stands on the models, records and replays of disputes, on the floor's decisions and penalties, and on the rulings.
"""
