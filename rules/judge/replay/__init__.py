"""Replaying a record line by line to its verdict, with the rules of each line.

Imports ``rules.judge.setup`` and the packages below it.
"""
