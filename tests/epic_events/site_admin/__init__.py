"""Site administration: probes, metrics, logs, status, backups."""
