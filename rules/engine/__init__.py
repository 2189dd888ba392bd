"""What every card game's engine shares: references, decisions, the log, field tables."""
