"""Match results: player reports, staff entry, score validation and the match page.

May import `methods` and the shared packages. Apps above add warnings about a correction through `corrections`.
"""
