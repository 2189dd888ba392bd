"""Pages of rounds, tables, standings and the bracket."""
