"""A library of card games: cards, decks, rules documents, an engine that plays and replays; needs no site."""
