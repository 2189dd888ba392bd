"""Audit log of an event: filtered lines, pages and downloads.

May import the models, extensions and permissions of `events`, and the audit log. Pages and the API import it.
"""
