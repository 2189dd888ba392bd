"""Pages for uploading and publishing official texts, and for the versions of a document.

May import everything in `documents`.
"""
