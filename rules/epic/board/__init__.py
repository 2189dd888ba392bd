"""Cards on the table: champion values, zones, gold, damage, waiting triggers.

Imports ``players`` and ``state``; does not depend on plays, battles or instructions.
"""
