"""What a judge needs of any game: records, replay with the rules cited, the verdict, and boards to look at.

Knows no game by name; a game comes as its engine, its notation and its catalogue (``game``). ``record``: text and JSON
to data and back. ``opening``: the game that a record begins with. ``replaying``: to the verdict. ``opinion``: what is
told beside a verdict. ``producing``: records that the library writes itself. ``board``: what somebody sees of a game.
"""
