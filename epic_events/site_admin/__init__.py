"""Looking after the running site: whether it is alive and ready, what it counts, its queues and workers, its backups.

May import every other app; nothing imports it.
"""
