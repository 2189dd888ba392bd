"""The action types of Champions, one class per action."""
