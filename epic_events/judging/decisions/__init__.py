"""Decisions of judges and appeals to the head judge, for the floor and for disputes alike.

May import the models, permissions, calls and penalties of the floor.
"""
