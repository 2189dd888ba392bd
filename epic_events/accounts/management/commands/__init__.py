"""Management commands of accounts."""
