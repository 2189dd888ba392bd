"""Repairs of events: kinds of repairs, previews, forms and pages.

May import every other package of the app. Only the app's top-level modules may import it.
"""
