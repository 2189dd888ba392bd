"""The portal on the command line."""
