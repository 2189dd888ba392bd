"""Cached pages and list rows with placeholders for per-user content, and cache warming.

Used by the views of every app, never by services. Imports ``audit_log`` and ``infra``.
"""
