"""Commands of the pairings app."""
