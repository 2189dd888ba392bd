"""Results of an event that was played elsewhere, from a file.

May import every room below; nothing but the app's own front may import it.
"""
