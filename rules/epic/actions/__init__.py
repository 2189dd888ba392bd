"""The action types of Epic: shape, conditions, effects and legal actions of each.

``registry`` lists them; ``action_type`` and ``initiative_action`` hold the base classes.
"""
