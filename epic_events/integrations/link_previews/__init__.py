"""What other sites show of an event beside a link to it: a picture with name, place, time, and who won.

May import every app below the portal; the portal's addresses import it.
"""
