"""Template tags of the clock."""
