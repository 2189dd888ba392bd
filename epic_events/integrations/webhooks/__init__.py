"""What leaves an event for programs as it happens: the feed of changes, and webhooks that are sent it.

Both read the journal, which holds ids and never names. ``gathering`` notes for each webhook which lines it is to be
sent, ``sending`` sends them in a task, signed, and tries again later what was not taken. May import every app below it
but the notices, which stand beside it.
"""
