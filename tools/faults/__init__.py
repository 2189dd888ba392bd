"""Fault injection: databases, workers, disk and clock fail while clients write.

``make faults`` runs it (``tools/faults/__main__.py`` says with which options); only the loopback is used, and every
process, folder and disk is this run's own.
"""
