"""The action types of Epic: validation, effects and legal actions of each.

``registry`` lists them; ``action_type`` and ``initiative_action`` hold the base classes.
"""
