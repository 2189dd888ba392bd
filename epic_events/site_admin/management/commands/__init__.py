"""Commands of the events app."""
