"""Template tags of the reference pages."""
