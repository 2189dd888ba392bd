"""Load test: the busiest minute of a large event on this machine.

``make load`` runs it (``tools/load/__main__.py`` says with which options); only the loopback is used.
"""
