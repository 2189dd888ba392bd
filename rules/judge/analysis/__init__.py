"""The analysis that accompanies a verdict; no verdict depends on it.

Imports ``rules.judge.replay`` and the packages below it.
"""
