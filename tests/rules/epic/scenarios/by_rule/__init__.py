"""Scenarios named after the rule that they show, where no card's own scenario does."""
