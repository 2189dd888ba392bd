"""Cached pages and list rows with per-user placeholders, and cache warming.

Used by the views of every app, never by services. Imports ``audit_log`` and ``infra``.
"""
