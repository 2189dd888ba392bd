"""What a judge needs of any game: records, replay with the rules cited, the verdict, and boards to look at.

Knows no game by name; a game comes as its engine, its notation and its catalogue.
"""
