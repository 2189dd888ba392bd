"""Administration of the running site.

Probes, metrics, queues, workers, records and backups. May import every other app; no app imports it.
"""
