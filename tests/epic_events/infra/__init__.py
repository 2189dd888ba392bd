"""Infrastructure tests: outages, settings, security headers."""
