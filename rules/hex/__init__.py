"""HEX: Shards of Fate: rules documents, cards and deck formats."""
