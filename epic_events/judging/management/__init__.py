"""Management commands of judging."""
