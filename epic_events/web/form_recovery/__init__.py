"""Recovery of submitted forms that cannot be processed.

Reasons are an excessive size, an expired token and an ended session.

``responses`` builds the responses. May import ``accounts`` and the shared infrastructure; the layout of ``web`` and
the settings import it.
"""
