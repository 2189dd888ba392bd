"""Rulings: what judges answered, kept so that others find it again."""
