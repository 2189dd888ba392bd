"""A verdict on paper: what the page of a dispute shows to one reader, as a PDF.

May import every room of disputes but the pages; what it prints it gets from them, filtered for its reader.
"""
