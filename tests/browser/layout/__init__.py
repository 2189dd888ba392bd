"""Layout tests: narrow screens, zoom, print, and accessibility."""
