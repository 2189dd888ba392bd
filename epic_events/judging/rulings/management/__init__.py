"""Commands of the rulings app."""
