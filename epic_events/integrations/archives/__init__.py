"""A whole event as one JSON file, and taken in from one: by ``tables`` what is in it, ``writing``, ``reading``.

In the file rows are numbered table by table and point to each other by these numbers; keys of a database stay at home.
No accounts come along, and what belongs to a site rather than to an event stays: staff, log, repairs, disputes,
rulings, notices and webhooks. May import every app below the portal; the portal's addresses, the API and a command
import it.
"""
