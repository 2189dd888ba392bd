"""Administration of the running site: probes, metrics, queues, workers, records, backups.

May import every other app; no app imports it.
"""
