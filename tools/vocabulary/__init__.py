"""The words that this project avoids, and the check that they do not occur.

Code, messages and documentation are checked.
"""
