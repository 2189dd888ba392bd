"""How a game is written: a line to an answer and back, with a function for the words of each kind of answer.

Stands on ``rules.epic.engine``. ``names``: what a name refers to. ``lines``: what a line says beyond one answer.
``position``: a game at a moment, described.
"""
