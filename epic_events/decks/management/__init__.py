"""The decks app on the command line."""
