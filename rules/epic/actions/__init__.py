"""The action types of Epic, each with its shape, conditions, effects and legal actions.

``registry`` lists them; ``action_type`` and ``initiative_action`` hold the base classes.
"""
