"""Pages that are kept for all: never older than what they show, and nobody else's."""
