"""Infrastructure of the site.

Cache, database, static files, logging, metrics, HTTP client and limits. Imports no app.
"""
