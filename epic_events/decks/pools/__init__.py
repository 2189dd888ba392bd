"""The pools that lists of limited formats are built from: written for each entry, kept in versions, checked against."""
