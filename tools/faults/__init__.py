"""Fault injection: databases, workers, disk and clock fail while clients write.

Results, entries, confirmations, decklists, locks, calls, penalties, disputes, photos, pairings, publications, clocks
and time extensions are compared with the database, the API and the pages; mails (each once, or again with the same
Message-ID) and webhooks (each at least once, signed, with its id) with what local receivers got.

``make faults`` runs it (options: ``tools/faults/__main__.py``). It uses only the loopback interface and its own
temporary processes, folders and disks.
"""
