"""Explanations why no decision asks for an action: triggers, powers, timing.

Used for illegal actions only, so searching the log and card texts is acceptable. Imports ``plays`` and
``text``.
"""
