"""Infrastructure of the site: cache, database, static files, logging, metrics, HTTP client, limits.

Imports no app.
"""
