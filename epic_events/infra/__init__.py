"""What the site runs on beside its settings: the database, the cache, the static files, logs and metrics.

May import the errors of the site; no app of it.
"""
