"""PDF documents, typeset by a worker from structured content.

They are stored for a while.

An app builds a :class:`~epic_events.documents.content.Document` from what its reader may see and responds with
:mod:`epic_events.documents.responses`, which checks the permission. May import ``accounts`` and ``audit_log``.
"""
