"""Template tags of event pages."""
