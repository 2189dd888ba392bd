"""Preview images of events for links on other sites: name, place, time and winner.

May import every app below ``web``; imported by the URLs of ``web``.
"""
