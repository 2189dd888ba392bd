"""Commands of the portal."""
