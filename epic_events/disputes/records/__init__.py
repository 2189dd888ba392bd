"""Records of disputed plays as somebody hands them in: what the site fills in, what is read before anything is stored.

May import the limits of `replays`; what a record means is said by the rules, not here.
"""
