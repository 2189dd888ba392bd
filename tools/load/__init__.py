"""Load test: the busiest minute of a large event on this machine.

``make load`` runs it (options: ``tools/load/__main__.py``). It uses only the loopback interface.
"""
