"""Recommended number of Swiss rounds.

Sources: Magic Tournament Rules, appendix E; for up to eight players the Flesh and Blood tournament policy.
"""

_ROUNDS_UP_TO = ((2, 1), (8, 3), (32, 5), (64, 6), (128, 7), (226, 8), (409, 9))
_MAX_ROUNDS = 10


def recommended_rounds(players: int) -> int:
    """Return the number of Swiss rounds; a player with n awarded byes counts as 2**n players.

    Two players play one round, 3-8 players three, 9-32 five, 33-64 six, 65-128 seven, 129-226 eight, 227-409 nine,
    more ten.

    >>> [recommended_rounds(players) for players in (2, 4, 8, 9, 33, 410)]
    [1, 3, 3, 5, 6, 10]
    """
    return next((rounds for most, rounds in _ROUNDS_UP_TO if players <= most), _MAX_ROUNDS)
