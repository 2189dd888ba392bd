"""The Battle Phase: attacks, blocks, leaving a battle, battle damage (4.4).

Imports ``selection`` and ``board``.
"""
