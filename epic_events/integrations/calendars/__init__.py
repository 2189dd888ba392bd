"""iCalendar files (RFC 5545) of single events, and a calendar feed for each user.

May import every app below ``web``; imported by the URLs of ``web``.
"""
