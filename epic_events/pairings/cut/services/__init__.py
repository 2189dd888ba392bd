"""Every write with which a stage of an event begins; the event is locked by whoever calls.

May import the rest of `cut`, never its views or its API.
"""
