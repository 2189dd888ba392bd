"""API of the bracket and the final standings.

May import everything in `cut` except its views.
"""
