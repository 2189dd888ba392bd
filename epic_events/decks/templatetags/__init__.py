"""Template tags about decklists; may import ``decks``."""
