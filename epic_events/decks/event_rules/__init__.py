"""Deck rules of an event: banned and restricted cards, and facts that formats need."""
