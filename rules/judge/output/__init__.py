"""Records written by the library.

Random games, and short and full forms of records. Imports ``rules.judge.replay`` and the packages below it.
"""
