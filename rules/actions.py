"""Actions of players and chance, as data and as lines of a record."""

from collections.abc import Callable
from typing import Any, Self

from rules.engine.decision import Action as EngineAction

REPORT = "report"
"""The action of a line that reports an automatic event, such as the name of an unknown card."""


class Action(str):
    """One action: a string, equal to the canonical line that records have for it.

    >>> import rules
    >>> table = rules.game([["Kong"] * 30, ["Lash"] * 30])
    >>> keep, mulligan = list(table.legal())[:2]
    >>> keep, keep.player, keep.action, keep.cards
    ('Ben: keep', 'Ben', 'mulligan', ())
    >>> mulligan, mulligan.action, mulligan.cards
    ('Ben: mulligan Lash', 'mulligan', ('Lash',))

    Attributes:
        player: the name of the player who acts, or ``rules.CHANCE``.
        action: the type of action: ``play``, ``attack``, ``block``, ``pass``, ``target``, ``draw`` and so on;
            ``report`` for a line that reports what was done without a decision.
    """

    __slots__ = ("_cards", "_decision", "_engine_action", "action", "player")

    player: str
    action: str
    _cards: tuple[str, ...] | Callable[[], tuple[str, ...]]
    _engine_action: EngineAction | None
    _decision: object

    def __new__(
        cls,
        line: str,
        player: str = "",
        action: str = "",
        cards: tuple[str, ...] | Callable[[], tuple[str, ...]] = (),
        engine_action: EngineAction | None = None,
        decision: object = None,
    ) -> Self:
        """Create an action from its line and parts.

        Args:
            line: the canonical line.
            player: the name of the player who acts, or ``rules.CHANCE``.
            action: the type of action.
            cards: the names of the cards, or a function that returns them, called on first access.
            engine_action: the action as the engine represents it.
            decision: the decision at which ``engine_action`` is legal, compared by identity.
        """
        self = super().__new__(cls, line)
        self.player, self.action, self._cards = player, action, cards
        self._engine_action, self._decision = engine_action, decision
        return self

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards it refers to, in order.

        Copies in play are numbered (``Kong#2``).
        """
        if callable(self._cards):
            self._cards = self._cards()
        return self._cards

    def engine_action_at(self, decision: object) -> EngineAction | None:
        """Return the engine's action if this action was listed at ``decision``.

        ``None`` otherwise.
        """
        return self._engine_action if decision is self._decision else None

    def __str__(self) -> str:
        return self[:]

    def __reduce__(self) -> tuple[type["Action"], tuple[Any, ...]]:
        """Pickle the line and its parts without the game it belongs to."""
        return type(self), (str(self), self.player, self.action, self.cards)
