"""What an instruction applies to: who and what can be picked, in which order picks are asked for, and how much.

Stands on ``answers`` and ``board``; what is then done to it is said in ``instructions``.
"""
