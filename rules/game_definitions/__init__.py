"""One module for each game: what the registry holds of it, as ``GAME``. Each is loaded when its game is asked for."""
