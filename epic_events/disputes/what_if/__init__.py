"""A replay seen otherwise than it is kept: under another reading, as a player sees it, or as it could have gone on.

Replayed while somebody waits, and nothing of it is kept but the what-ifs that judges write. May import `replays`,
`records` and the models.
"""
