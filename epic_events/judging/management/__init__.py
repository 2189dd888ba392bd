"""The floor app on the command line."""
