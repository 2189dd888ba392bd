"""Import of documents that can be divided only by a known list of titles."""
