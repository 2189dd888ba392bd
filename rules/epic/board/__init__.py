"""Cards on the table: champion values, zones, gold, damage, waiting triggers.

Imports ``players`` and ``state``, not plays, battles or instructions.
"""
