"""Bulk import of decklists."""
