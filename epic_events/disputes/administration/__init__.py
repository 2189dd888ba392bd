"""Administration of replays: the page of the queue and failures, and new verdicts by a newer engine.

May import everything of disputes except its pages and its API.
"""
