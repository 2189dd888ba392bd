"""Site-wide pages, middleware and the base layout."""
