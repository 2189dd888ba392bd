"""The events app on the command line."""
