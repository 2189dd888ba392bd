"""The game-independent part of the engines.

Decisions, actions, the event log and state fields.
"""
