"""The game-independent part of the engines: decisions, actions, the event log, state fields."""
