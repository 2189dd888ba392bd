"""HEX: Shards of Fate: its rules documents, its cards and its deck formats."""
