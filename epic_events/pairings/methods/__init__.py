"""How rounds are paired and players ranked, as pure functions: numbers and ids in, numbers and ids out.

May import nothing of Django, of the database or of any other room; what it finds is turned into words by the
rooms above.
"""
