"""What is said to whoever corrects a result on which something in a room above rests."""

from collections.abc import Callable

from epic_events.pairings.models import Match

resting: list[Callable[[Match], str]] = []
"""Each returns for a match whose result has just changed what does not follow from it any more; empty for nothing."""


def warnings(match: Match) -> list[str]:
    """Return, a sentence each, what does not follow any more from the results of which this one has changed."""
    return [said for say in resting if (said := say(match))]
