"""The verbs of Epic's answers: one row each, which says all that the engine knows of it.

A module holds a verb or a family of verbs; ``table`` lists them and has the questions that they answer. ``verb`` is
what every row begins with, ``turn`` what those of somebody with initiative have in common. Stands on the rooms that
carry out what is answered; ``process`` asks the rows.
"""
