"""The endpoints by which an event is run: events, rounds, results, tie-breakers, repairs."""
