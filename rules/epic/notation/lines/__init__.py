"""Lines that are more or less than one answer: several at once, a play with its picks, short, implied, or told again.

Stands on ``rules.epic.notation.reading`` and ``rules.epic.notation.names``.
"""
