"""API endpoints for tables and results. They call the same services as the pages.

May import everything in `results` except its views.
"""
