"""Evaluation of selectors and amounts: candidates, picks, last known values.

Imports ``board``; ``instructions`` uses the results.
"""
