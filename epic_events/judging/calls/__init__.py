"""Calls for a judge.

May import the models and permissions of ``judging``.
"""
