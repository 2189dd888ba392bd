"""Penalties: given to a player by the policy of the game, revoked with a reason, remembered over events.

May import the models and permissions of the floor, never its calls.
"""
