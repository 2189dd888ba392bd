"""Events in people's own calendars: one event as a file, and all of one's own as a feed (iCalendar, RFC 5545).

May import every app below the portal; the portal's addresses import it.
"""
