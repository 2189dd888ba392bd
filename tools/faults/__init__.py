"""Fault injection: databases, workers, disk and clock fail while clients write.

``make faults`` runs it (options: ``tools/faults/__main__.py``). It uses only the loopback interface and its own
temporary processes, folders and disks.
"""
