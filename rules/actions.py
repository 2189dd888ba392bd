"""Actions of players and chance, as data and as lines of a record."""

from collections.abc import Callable
from typing import Any, Self

from rules.engine.decision import Action as EngineAction

REPORT = "report"
"""The action of a line that reports an automatic event, such as the name of an unknown card."""


class Action(str):
    """One action. As a string it is its canonical line, as records have it; it is equal to that line.

    >>> import rules
    >>> table = rules.game([["Kong"] * 30, ["Lash"] * 30])
    >>> keep, mulligan = list(table.legal())[:2]
    >>> keep, keep.player, keep.action, keep.cards
    ('Ben: keep', 'Ben', 'mulligan', ())
    >>> mulligan, mulligan.action, mulligan.cards
    ('Ben: mulligan Lash', 'mulligan', ('Lash',))

    Attributes:
        player: the name of the player who acts, or ``rules.CHANCE``.
        action: the verb of the game: ``play``, ``attack``, ``block``, ``pass``, ``target``, ``draw`` and so on;
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
        """Return the action.

        Args:
            line: the canonical line.
            player: who acts.
            action: the verb.
            cards: the names of the cards, or a function that returns them when they are first asked for.
            engine_action: the action as the engine takes it.
            decision: the decision at which ``engine_action`` is legal, compared by identity.
        """
        self = super().__new__(cls, line)
        self.player, self.action, self._cards = player, action, cards
        self._engine_action, self._decision = engine_action, decision
        return self

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards it is about, in order; several of one name in play are numbered (``Kong#2``)."""
        if callable(self._cards):
            self._cards = self._cards()
        return self._cards

    def engine_action_at(self, decision: object) -> EngineAction | None:
        """Return the engine's action if this one was offered at ``decision``, else ``None``."""
        return self._engine_action if decision is self._decision else None

    def __str__(self) -> str:
        return self[:]

    def __reduce__(self) -> tuple[type["Action"], tuple[Any, ...]]:
        """Pickle the line and its parts without the game it was offered in."""
        return type(self), (str(self), self.player, self.action, self.cards)
