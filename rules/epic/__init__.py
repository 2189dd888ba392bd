"""Epic Card Game: its cards, formats, rules documents and the engine that plays it."""
