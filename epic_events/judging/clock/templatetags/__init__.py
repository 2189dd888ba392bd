"""Template filters of round clocks."""
