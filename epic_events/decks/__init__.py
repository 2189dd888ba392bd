"""Submitted decklists, their versions, and who may see them."""
