"""Calls for a judge: opened at a table, taken, handed over, answered.

May import the models and permissions of the floor.
"""
