"""Statements of the players and photos of the table: taken in, made safe, shown to who may read the full record.

Photos lie in the database, not among the files of the site: the one way to them is the view that asks who reads.
"""
