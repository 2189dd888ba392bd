"""Commands of the clock app."""
