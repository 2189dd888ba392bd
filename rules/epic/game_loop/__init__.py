"""The game loop: handler tables, validation, legal actions, chance, forced actions.

Imports all packages of play and ``explanations``; used by ``engine``, ``notation`` and ``view``.
"""
