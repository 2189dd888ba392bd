"""The desk and the pages of rounds; they call services and hold no rules.

May import everything in `rounds`.
"""
