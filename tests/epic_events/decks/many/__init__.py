"""The decklists of many players at once."""
