"""The append-only log that every write speaks to."""
