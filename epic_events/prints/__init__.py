"""Papers as PDF: typeset by a worker from words given as data, kept for a while, found again by what they say.

An app that prints builds a :class:`~epic_events.prints.papers.Paper` of what its reader may see and answers with
:mod:`epic_events.prints.answers`; who may read it is asked there and nowhere else. May import accounts and journal.
"""
