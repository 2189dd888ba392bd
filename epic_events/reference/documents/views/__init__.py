"""The pages of uploading and publishing official texts, and of the versions of a document.

May import everything in `documents`.
"""
