"""The worst minute of a large event on this machine: a round is published, everybody looks, results and lists come in.

``make load`` runs it (``tools/load/__main__.py`` says with which options); only the loopback is used.
"""
