"""The Battle Phase: declarations, leaving a battle, battle damage (4.4).

Imports ``selection`` and ``board``.
"""
