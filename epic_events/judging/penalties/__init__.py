"""Penalties according to the policy of a game.

May import the models and permissions of ``judging``, but not its calls.
"""
