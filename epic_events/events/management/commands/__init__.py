"""Management commands of the events app."""
