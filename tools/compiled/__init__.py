"""``make compiled``: compiles the hot modules of the engine and holds them to the interpreted ones."""
