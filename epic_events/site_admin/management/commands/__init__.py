"""Commands of site administration."""
