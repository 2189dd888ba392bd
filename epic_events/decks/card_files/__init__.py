"""Card files of events: uploaded by organisers, versioned, used by the deck check."""
