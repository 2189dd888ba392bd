"""Disputed plays, their replay and the decision."""
