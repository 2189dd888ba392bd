"""Management commands of the pairings app."""
