"""Tournament API: events, rounds, results, tie-breaks, repairs."""
