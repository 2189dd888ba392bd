"""Pools of limited formats: entered per player, versioned, used by the deck check."""
