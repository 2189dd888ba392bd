"""Compile the engine's hot modules and compare them with the interpreted ones."""
