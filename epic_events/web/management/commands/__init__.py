"""Management commands of ``web``."""
