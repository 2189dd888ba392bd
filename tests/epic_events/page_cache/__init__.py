"""Cached pages are current and contain no data of other users."""
