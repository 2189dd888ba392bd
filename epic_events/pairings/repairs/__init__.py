"""Putting right what has gone wrong at an event: kinds of repairs, their previews, their forms and pages.

May import every room below; nothing but the app's own front may import it.
"""
