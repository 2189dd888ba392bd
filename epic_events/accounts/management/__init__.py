"""The accounts app on the command line."""
