"""From one stage to the next: who qualifies, how a stage begins, the bracket, and where everybody ended.

May import `standings` and what lies below it.
"""
