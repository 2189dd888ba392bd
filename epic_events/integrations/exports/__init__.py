"""CSV and JSON files of an event's tables, selected by file name.

May import every app below ``web``; imported by the URLs and extensions of ``web``.
"""
