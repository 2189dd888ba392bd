"""Stage transitions: qualification, start of a stage, bracket and final standings.

May import `standings` and the packages below it.
"""
