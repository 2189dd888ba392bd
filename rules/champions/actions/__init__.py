"""The action types of Champions; they depend on the game loop."""
