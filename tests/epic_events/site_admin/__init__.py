"""Looking after the running site: probes, metrics, logs, the page of its status, backups."""
