"""Lines that contain more or less than one action.

Lists, short forms, omitted and repeated actions. Builds on ``rules.epic.notation.reading`` and
``rules.epic.notation.names``.
"""
