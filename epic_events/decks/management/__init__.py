"""Command line of the decks app."""
