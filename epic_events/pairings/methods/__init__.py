"""Pairing and ranking methods as pure functions on numbers and ids.

Must not import Django, the database or any other package of the app; packages above turn results into text.
"""
