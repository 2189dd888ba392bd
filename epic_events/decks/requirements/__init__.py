"""Decklist requirement of rounds: deadlines, status of lists, and waivers.

May import the models and the deck check; pages and services import this package.
"""
