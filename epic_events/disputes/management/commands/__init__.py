"""Commands of the disputes app."""
