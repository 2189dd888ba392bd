"""Cards as the engine looks at them: the printed facts with an index of what their abilities listen for.

A ``Printed`` is made once per name from the catalogue and never changes, so every game and every copy shares it.
"""

from typing import Final

from rules.epic.cards import CATALOGUE, Alignment, Card, CardSet, CardType, Keyword
from rules.epic.effects import (
    Ability,
    Ally,
    Duty,
    GrantAmbush,
    If,
    InDiscard,
    Instruction,
    Loyalty,
    May,
    Mode,
    Must,
    OnPlay,
    Power,
    Static,
    Tribute,
    Triggered,
    When,
)

Path = tuple[int, ...]


class View:
    """What a champion is at this moment, continuous effects and modifiers included (3.3).

    Attributes:
        offense, defense: points; both may be below 0.
        keywords, alignments, classes: had at this moment.
    """

    __slots__ = ("alignments", "classes", "defense", "keywords", "offense")

    def __init__(
        self,
        offense: int,
        defense: int,
        keywords: frozenset[str],
        alignments: frozenset[str],
        classes: frozenset[str],
    ) -> None:
        self.offense = offense
        self.defense = defense
        self.keywords = keywords
        self.alignments = alignments
        self.classes = classes


class Printed:
    """One printed card.

    Attributes:
        card: its catalogue entry; ``name``, ``cost``, ``type``, ``text`` ... are repeated here for quick reading.
        view: what it is in play when nothing changes it.
        modes: of an event card; a champion has one empty mode, so that ``option`` 0 always exists.
        on_play: index of the event card's ``OnPlay``. on_enter: indices of tribute and loyalty.
        ally, triggered: indices of what triggers in play. statics, grants, duties: continuous abilities.
        powers: indices of powers in play. grey_ally, grey_triggered, grey_powers: the same in the discard pile (5.0.2).
    """

    __slots__ = (
        "_paths", "alignments", "ally", "card", "classes", "cost", "defense", "duties", "grants", "grey_ally",
        "grey_powers", "grey_triggered", "is_champion", "is_event", "is_token", "keywords", "modes", "name",
        "offense", "on_enter", "on_play", "playable", "powers", "statics", "text", "triggered", "type", "view",
    )  # fmt: skip

    def __init__(self, card: Card) -> None:
        self.card = card
        self.name = card.name
        self.cost = card.cost
        self.type = card.type
        self.offense = card.offense or 0
        self.defense = card.defense or 0
        self.keywords: frozenset[str] = frozenset(card.keywords)
        self.alignments: frozenset[str] = frozenset(card.alignments)
        self.classes: frozenset[str] = frozenset(card.classes)
        self.text: tuple[Ability, ...] = card.text
        self.playable = card.playable
        self.is_champion = card.type is CardType.CHAMPION
        self.is_event = card.type is CardType.EVENT
        self.is_token = card.is_token
        self.view = View(self.offense, self.defense, self.keywords, self.alignments, self.classes)
        self.modes: tuple[Mode, ...] = (Mode(()),)
        self.on_play = 0
        self.on_enter: tuple[int, ...] = ()
        self.ally: dict[Alignment, tuple[int, ...]] = {}
        self.triggered: dict[When, tuple[int, ...]] = {}
        self.statics: tuple[Static, ...] = ()
        self.grants: tuple[GrantAmbush, ...] = ()
        self.duties: frozenset[Duty] = frozenset()
        self.powers: tuple[int, ...] = ()
        self.grey_ally: dict[Alignment, tuple[int, ...]] = {}
        self.grey_triggered: dict[When, tuple[int, ...]] = {}
        self.grey_powers: tuple[int, ...] = ()
        self._paths: dict[Path, tuple[Instruction, ...]] = {}
        for index, ability in enumerate(self.text):
            self._index(index, ability)

    def _index(self, index: int, ability: Ability) -> None:  # noqa: C901, PLR0912 - one case a kind of ability
        match ability:
            case OnPlay(modes):
                self.modes, self.on_play = modes, index
            case Tribute() | Loyalty():
                self.on_enter += (index,)
            case Ally(alignment):
                self.ally[alignment] = (*self.ally.get(alignment, ()), index)
            case Triggered(conditions):
                for when in conditions:
                    self.triggered[when] = (*self.triggered.get(when, ()), index)
            case Power():
                self.powers += (index,)
            case Static():
                self.statics += (ability,)
            case GrantAmbush():
                self.grants += (ability,)
            case Must(duty):
                self.duties |= {duty}
            case InDiscard(Ally(alignment)):
                self.grey_ally[alignment] = (*self.grey_ally.get(alignment, ()), index)
            case InDiscard(Power()):
                self.grey_powers += (index,)
            case InDiscard(Triggered(conditions)):
                for when in conditions:
                    self.grey_triggered[when] = (*self.grey_triggered.get(when, ()), index)

    def ability(self, index: int) -> Ability:
        """Return the ability with this index; of grey text, the ability inside."""
        ability = self.text[index]
        return ability.ability if isinstance(ability, InDiscard) else ability

    def power(self, index: int) -> Power:
        """Return the power with this index, in play or grey.

        Raises:
            TypeError: the ability is no power.
        """
        ability = self.ability(index)
        if not isinstance(ability, Power):
            raise TypeError(f"ability {index} of {self.name} is no power")
        return ability

    def instructions(self, path: Path) -> tuple[Instruction, ...]:
        """Return the instructions at ``path``: ability, mode, then the position of each nested list."""
        found = self._paths.get(path)
        if found is None:
            found = self._walk(path)
            self._paths[path] = found
        return found

    def _walk(self, path: Path) -> tuple[Instruction, ...]:
        ability = self.ability(path[0])
        if isinstance(ability, OnPlay):
            instructions = ability.modes[path[1]].effects
        elif isinstance(ability, Tribute | Loyalty | Ally | Triggered | Power):
            instructions = ability.effects
        else:
            raise TypeError(f"ability {path[0]} of {self.name} has no instructions")
        for index in path[2:]:
            node = instructions[index]
            if not isinstance(node, May | If):
                raise TypeError(f"instruction {index} of {self.name} holds no others")
            instructions = node.effects
        return instructions


UNKNOWN_NAME: Final = "?"

UNKNOWN: Final = Printed(
    Card(name=UNKNOWN_NAME, set=CardSet.BASE, pack="", alignments=(), cost=None, type=CardType.DEITY, sources=())
)
"""A card nobody has named yet: it has no values and cannot do anything until it is bound to a name."""

_PRINTED: Final[dict[str, Printed]] = {UNKNOWN_NAME: UNKNOWN}


def printed(name: str) -> Printed:
    """Return the printed card called ``name``, known spelling variants included; ``?`` is the unknown card.

    Raises:
        ValueError: there is no such card.
    """
    found = _PRINTED.get(name)
    if found is None:
        variant = CATALOGUE.find(name)
        card = CATALOGUE.card(name) if variant is None else variant.card
        found = _PRINTED.get(card.name) or Printed(card)
        _PRINTED[name] = _PRINTED[card.name] = found
    return found


TOKEN_NAMES: Final = tuple(card.name for card in CATALOGUE if card.is_token)
"""The kinds of token, in the order of their numbers from ``FIRST_TOKEN_KIND`` up."""

__all__ = ["TOKEN_NAMES", "UNKNOWN", "UNKNOWN_NAME", "Keyword", "Path", "Printed", "View", "printed"]
