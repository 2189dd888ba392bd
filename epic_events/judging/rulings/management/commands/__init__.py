"""Management commands of rulings."""
