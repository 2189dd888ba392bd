"""Import of documents without numbers or heading marks, by a known list of titles."""
