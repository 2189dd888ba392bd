"""Commands of the notices."""
