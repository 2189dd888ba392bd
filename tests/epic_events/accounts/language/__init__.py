"""Language and time zone of users."""
