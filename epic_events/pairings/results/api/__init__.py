"""Tables and their results through the API, by the services that the pages use.

May import everything in `results` but its views.
"""
