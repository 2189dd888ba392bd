"""The game loop.

Handler tables, validation, legal actions, chance and forced actions. Imports all packages of play and
``explanations``; used by ``engine``, ``notation`` and ``view``.
"""
