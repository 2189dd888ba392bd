"""Command line of site administration."""
