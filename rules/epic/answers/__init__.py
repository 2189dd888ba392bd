"""What an answer is held against whatever it says: one form for the same meaning, what is awaited, and the time.

Stands on ``board``.
"""
