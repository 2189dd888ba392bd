"""Template tags of the pairings app."""
