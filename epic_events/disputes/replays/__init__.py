"""Replays of records: the worker, the verdict, stored boards and their layout.

May import the models and services of disputes.
"""
