"""Management commands of round clocks."""
