"""Decisions on disputes.

Saving, announcing, publishing, similar decisions and rulings. May import models, records and replays of disputes, and
decisions, penalties and rulings of judging.
"""
