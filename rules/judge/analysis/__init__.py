"""What a judge is told with a verdict: the ruled course beside the claimed one, what it rests on, other readings.

Stands on ``rules.judge.replay`` and everything below; no verdict depends on it.
"""
