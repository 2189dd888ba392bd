"""Looking after the replays: the page of queue and failures, and stored verdicts judged anew by a newer engine.

May import everything else of disputes but its pages and its API.
"""
