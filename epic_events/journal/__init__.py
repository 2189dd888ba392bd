"""The append-only log that every write speaks to, and the stamps that change with its lines (``stamps.py``).

By its stamp a page or a working-out that is kept (``epic_events/pages/kept.py``, ``epic_events/running/kept.py``) is
known to be as it would be made now.
"""
