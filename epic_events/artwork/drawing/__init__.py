"""Draws the pictures of events as SVG.

Pure: equal arguments give equal bytes on every machine.
"""
