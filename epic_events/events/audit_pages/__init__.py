"""The log of an event as people read it: lines in words, narrowed, and taken away as a file.

May import the models, panels and permissions of `events` and the journal; pages and the API import it.
"""
