"""An event's own card file: brought in by its organisers, kept in versions, used by the deck check of its lists."""
