"""Decisions of judges and appeals to the head judge, at tables and in disputes.

May import the models, permissions, calls and penalties of ``judging``.
"""
