"""People: users who sign in, players who play."""
