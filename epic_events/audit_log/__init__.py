"""The append-only audit log, and the version tokens that change with its entries.

Cached pages and values (``page_cache``, ``infra.cached_values``) are keyed by these version tokens.
"""
