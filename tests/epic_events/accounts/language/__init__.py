"""Language and time zone of readers."""
