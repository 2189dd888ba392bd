"""What breaks at night: database, cache, workers, disk and clock fail under a site to which people write meanwhile.

``make faults`` runs it (``tools/faults/__main__.py`` says with which options); only the loopback is used, and every
process, folder and disk is this run's own.
"""
