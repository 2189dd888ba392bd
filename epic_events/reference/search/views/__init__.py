"""The pages of the search box and of questions without an answer.

May import everything in `search`.
"""
