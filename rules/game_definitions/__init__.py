"""The definition of each game for the registry, one module with ``GAME`` each."""
