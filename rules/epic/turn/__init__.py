"""Game flow outside battle: setup, mulligan, Start, Main and End Phase.

Imports ``instructions`` and everything below it.
"""
