"""Template tags of the pages of an event."""
