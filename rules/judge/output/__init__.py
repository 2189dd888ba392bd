"""Records written by the library: random games, and short and full forms of records.

Imports ``rules.judge.replay`` and the packages below it.
"""
