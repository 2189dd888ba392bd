"""Pictures of events, drawn from name, game and livery."""
