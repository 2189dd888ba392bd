"""Views of the desk and of rounds. They call services and contain no rules.

May import everything in `rounds`.
"""
