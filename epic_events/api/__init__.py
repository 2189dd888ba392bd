"""REST API, version 1: routing, errors, tokens and schema."""
