"""The Battle Phase: attack and block, leaving the battle, and the damage step with its divisions (4.4).

Stands on ``picking`` and ``board``.
"""
