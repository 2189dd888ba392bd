"""The clock app on the command line."""
