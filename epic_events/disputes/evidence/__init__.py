"""Statements of players and photos of the table, for readers of the full record.

Photos are stored in the database, not as media files, so that every access passes the permission check of the view.
"""
