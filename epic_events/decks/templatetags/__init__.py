"""What templates about decks ask for; may import ``decks``."""
