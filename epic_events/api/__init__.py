"""The REST API, version 1: its addresses, errors, tokens and description."""
