"""The pairings app on the command line."""
