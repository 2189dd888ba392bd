"""What only several players need of effects: members of teams, who is out of reach, what an elimination gives.

Stands on ``picking`` and ``board``; who sits where and who leaves is said in ``players``.
"""
