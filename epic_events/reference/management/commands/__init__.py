"""Commands of the reference."""
