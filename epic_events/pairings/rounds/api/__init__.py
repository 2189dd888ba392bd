"""API endpoints for rounds. They call the same services as the desk.

May import everything in `rounds` except its views.
"""
