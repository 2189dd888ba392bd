"""The one box for questions: what it answers, how often one may ask, and what it could not answer.

May import `cards` and `rules`.
"""
