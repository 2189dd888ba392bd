"""A record played through to its verdict, line by line, with the rules that speak at each.

Stands on ``rules.judge.setup`` and everything below.
"""
