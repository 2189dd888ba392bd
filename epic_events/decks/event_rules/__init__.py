"""What the organisers of an event say about its decks: banned and restricted cards, facts that its formats ask for."""
