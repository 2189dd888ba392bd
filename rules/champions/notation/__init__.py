"""How answers and positions of Champions are written in records, and read back. It stands on the engine."""
