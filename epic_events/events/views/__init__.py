"""Views of events."""
