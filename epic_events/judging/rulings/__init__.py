"""Searchable library of rulings."""
