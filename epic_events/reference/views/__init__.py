"""Pages of the rules documents and of the cards; all of them are for everybody."""
