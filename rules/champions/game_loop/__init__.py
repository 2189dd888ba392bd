"""The game loop of Champions: turns, plays, reactions, damage, game end."""
