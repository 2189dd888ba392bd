"""What has to be paid: for a power, or for what "you may" offers."""

from typing import ClassVar

from rules.epic.effects.selectors import Choices, Filter
from rules.frozen import frozen


@frozen
class Cost:
    """What using a power or taking an offer costs; all of it is paid, at the same time, or nothing (3.5.3, 3.6.2).

    Paying is no effect and targets nothing: untargetable does not matter, but an unbreakable champion cannot be broken
    for a cost (5.9.4) nor an unbanishable one banished (I-63). What is to be picked is asked for when the cost is paid.

    Attributes:
        gold: pieces.
        expend: the source becomes expended; it must be prepared or flipped, and not deploying without blitz (5.17.1).
        health: points lost; one may pay down to 0 and is eliminated then (I-22). It is no damage (I-21).
        counters: +1/+1 counters taken off the source.
        break_this: the source, a champion in play, breaks.
        breaks: one champion that its payer controls and that qualifies here breaks.
        banish_this: the source, a card in the payer's discard pile, is banished.
        banishes: cards of the payer's discard pile that are banished, as many as ``least`` says.
        bounce_this: the source, a champion in play, returns to its owner's hand.
    """

    RULES: ClassVar[tuple[str, ...]] = ("3.5.3", "3.6.2", "5.9.4")

    gold: int = 0
    expend: bool = False
    health: int = 0
    counters: int = 0
    break_this: bool = False
    breaks: Filter | None = None
    banish_this: bool = False
    banishes: Choices | None = None
    bounce_this: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to pay but gold and expending."""
        return not (
            self.health
            or self.counters
            or self.break_this
            or self.breaks is not None
            or self.banish_this
            or self.banishes is not None
            or self.bounce_this
        )
