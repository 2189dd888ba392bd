"""Card instructions and passive effects as dataclasses, with their text form.

``parse_instruction`` parses the text form used in card files (``damage v foe``), ``format_instruction`` formats it.

>>> parse_instruction("damage v you, 1 foe rend")
Damage(parts=((None, 'you'), (1, 'foe')), rend=True)
>>> format_instruction(Heal(((2, "you"),))), parse_instruction("remove any champion")
('heal 2 you', None)
>>> format_instruction(parse_instruction("may swap one own unit with unit from discard"))
'may swap one own unit with unit from discard'
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Final, TypeAlias

from rules.champions.cards.selectors import (
    AGAIN,
    Amount,
    Filter,
    Selector,
    format_amount,
    format_filter,
    format_selector,
    is_amount,
    parse_amount,
    parse_filter,
    parse_selector,
)
from rules.engine.instructions import Instruction

Parts: TypeAlias = tuple[tuple[Amount, str], ...]
"""Pairs of amount and player, ``you`` or ``foe``."""


@dataclass(frozen=True, slots=True)
class Damage(Instruction):
    """Deal damage.

    Attributes:
        parts: pairs of amount and target.
        rend: whether it ignores damage reduction (6.1.2/rend).
    """

    parts: Parts
    rend: bool = False


@dataclass(frozen=True, slots=True)
class Heal(Instruction):
    """Increase the health of players."""

    parts: Parts


@dataclass(frozen=True, slots=True)
class Draw(Instruction):
    """Draw cards, one at a time."""

    count: Amount
    player: str = "you"


@dataclass(frozen=True, slots=True)
class Discard(Instruction):
    """Discard cards from a hand; their owner picks them (2.10.2.1)."""

    count: Amount
    player: str


@dataclass(frozen=True, slots=True)
class GainActions(Instruction):
    """Gain actions for this turn."""

    count: Amount


@dataclass(frozen=True, slots=True)
class Remove(Instruction):
    """Remove Units or Spells (6.1.2/remove)."""

    cards: Selector


@dataclass(frozen=True, slots=True)
class Exhaust(Instruction):
    """Exhaust cards before their last corner (6.1.2/exhaust)."""

    cards: Selector


@dataclass(frozen=True, slots=True)
class Rotate(Instruction):
    """Rotate cards; a negative number of corners rotates them back (6.1.2/rotate)."""

    cards: Selector
    corners: int


@dataclass(frozen=True, slots=True)
class Restart(Instruction):
    """Set cards to their first corner (6.1.2/restart)."""

    cards: Selector


@dataclass(frozen=True, slots=True)
class Return(Instruction):
    """Return Units or Spells to the hand of their owner (CH-44)."""

    cards: Selector


@dataclass(frozen=True, slots=True)
class MakeDormant(Instruction):
    """Make cards Dormant (6.1.2/dormant)."""

    cards: Selector
    until: str


@dataclass(frozen=True, slots=True)
class Trigger(Instruction):
    """Trigger the instant effects of cards."""

    cards: Selector


@dataclass(frozen=True, slots=True)
class Deploy(Instruction):
    """Deploy Units or Spells from a hand or discard pile (6.1.2/deploy).

    Attributes:
        count: the number of cards.
        optional: whether fewer may be Deployed ("up to", 2.2.2).
        wanted: the kind of card.
        source: ``hand``, ``discard`` or ``deck``.
        target: the Champions that may receive them; ``None`` for the Champion of the card's lane.
    """

    count: int
    optional: bool
    wanted: Filter
    source: str
    target: Selector | None


@dataclass(frozen=True, slots=True)
class MoveCards(Instruction):
    """Move cards from hand to the bottom or top of the deck or to the discard pile.

    See 6.2/move.
    """

    count: int
    wanted: Filter
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Search(Instruction):
    """Take a card of a kind from the deck into the hand, then shuffle (3.1.1c)."""

    wanted: Filter


@dataclass(frozen=True, slots=True)
class Exchange(Instruction):
    """Swap or Replace a card in play with one of the player's hand or discard pile.

    See 6.2.

    Attributes:
        verb: ``swap`` or ``replace``.
        cards: the card in play.
        wanted: the kind of card that takes its place.
        source: ``hand`` or ``discard``.
    """

    verb: str
    cards: Selector
    wanted: Filter
    source: str


@dataclass(frozen=True, slots=True)
class SwapLanes(Instruction):
    """Two Champions change lanes with all cards that they control (2.10.4)."""

    cards: Selector


@dataclass(frozen=True, slots=True)
class Grant(Instruction):
    """Add a line of text to cards until a turn ends (2.7.1)."""

    cards: Selector
    line: str
    until: str


@dataclass(frozen=True, slots=True)
class May(Instruction):
    """An optional instruction."""

    instruction: "Node"


@dataclass(frozen=True, slots=True)
class IfDone(Instruction):
    """An instruction that is executed only if the one before it had an effect."""

    instruction: "Node"


@dataclass(frozen=True, slots=True)
class Choose(Instruction):
    """One of several instructions; ``it`` in a later one means the cards of the first."""

    options: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Instead(Instruction):
    """The instruction of a ``would`` line, which replaces the event (2.12.4, CH-35)."""

    instruction: "Node"


@dataclass(frozen=True, slots=True)
class Modify(Instruction):
    """A passive effect that increases or reduces damage.

    Attributes:
        target: the damaged player, ``you`` or ``foe``; empty for either.
        by: the cards whose damage it modifies; ``None`` for all.
        amount: the modifier.
        sign: 1 for an increase, -1 for a reduction.
    """

    target: str
    by: Selector | None
    amount: Amount
    sign: int


@dataclass(frozen=True, slots=True)
class Prohibit(Instruction):
    """A passive effect that prohibits something (2.2.3).

    Attributes:
        cards: the cards that it applies to.
        what: ``deploy``, ``act`` or ``rotate``.
        wanted: the kind of card that cannot be Deployed.
    """

    cards: Selector
    what: str
    wanted: Filter | None = None


@dataclass(frozen=True, slots=True)
class Gains(Instruction):
    """A passive effect that adds a line of text to cards (2.7.1)."""

    cards: Selector
    line: str


Node: TypeAlias = (
    Damage
    | Heal
    | Draw
    | Discard
    | GainActions
    | Remove
    | Exhaust
    | Rotate
    | Restart
    | Return
    | MakeDormant
    | Trigger
    | Deploy
    | MoveCards
    | Search
    | Exchange
    | SwapLanes
    | Grant
    | May
    | IfDone
    | Choose
    | Instead
    | Modify
    | Prohibit
    | Gains
)
PASSIVE: Final = (Modify, Prohibit, Gains)
"""Passive effects."""
UNTIL: Final = ("end of turn", "end of your next turn", "end of foe's next turn")
"""How long a granted line or Dormant lasts."""
IN_FRONT: Final = ("unit", "spell")
"""The kinds of cards that can be Removed, Returned or exchanged."""
ROTATING: Final = ("unit", "spell", "blessing")
"""The kinds of cards with corners."""

VOCABULARY: Final[Mapping[str, str]] = {
    "damage 2 foe": "deal damage to the opponent; `you` for yourself, `damage 1 you, 2 foe` for both in turn",
    "damage v foe": "as much as the value in the current corner; `v` can stand for every amount",
    "damage v+support foe": "amounts can be added; `support` is the number of cards below in the stack",
    "damage count foe unit foe": "`count` and a kind of card on the field: as many as there are",
    "damage 2 foe rend": "no reduction applies",
    "heal 2 you": "gain health; `foe` for the opponent, `heal 2 you, 2 foe` for both",
    "draw 1": "draw cards, one at a time; `draw 1 foe`: the opponent does",
    "discard 1 foe": "the player discards cards of their choice from hand",
    "actions 1": "gain actions for this turn",
    "remove one foe unit or spell": "Remove a card of your choice; `remove any unit`: all of them",
    "exhaust own unit and spell": "Exhaust cards; an own card, `foe` the opponent's, `any` both, `lit` highlighted",
    "rotate this 1": "this card turns by one corner; `rotate one own unit here -1` turns the one in this lane back",
    "restart one own unit or spell": "set to the first corner; its effect triggers if it was on another",
    "return one lit unit or spell": "back to its owner's hand",
    "dormant one foe unit until end of your next turn": "Dormant; also `end of turn`, `end of foe's next turn`",
    "trigger one own unit": "carry out its instant effects now",
    "deploy up to 1 unit:Watch from discard to here": "Deploy here, or `to own champions`, `to lit champions`",
    "move 1 card from hand to under deck": "to the bottom of the deck; also `to top of deck` and `to discard`",
    "search deck unit": "take one from the deck, show it, and shuffle",
    "swap one own unit with unit from discard": "a card of the pile or hand takes its place, and it the card's",
    "replace one own unit with unit from hand": "a card takes its place, and it goes to the discard pile",
    "swap lanes of two own champions": "with everything that they control",
    'grant one own unit "last: draw 1" until end of your next turn': "a further line of text for a time",
    "may draw 1": "the player may decline",
    "if done: draw 1": "only if the instruction before it had an effect",
    "choose draw 1 / heal 1 you": "one of them; `it` means the cards that the first names",
    "instead damage 2 you": "behind `would`: happens in place of the event",
    "damage to you -1": "passive: damage to you is reduced; `+1` increases it",
    "damage to you by opposite -1": "passive: the same of damage by cards of the lane opposite alone",
    "damage by own unit +1": "passive: damage by your Units is increased; `damage by own card +1`: all your damage",
    "damage by own unit here +1": "passive: the same of the Unit in this lane alone",
    "foe cards cannot act": "passive: the opponent's cards cannot be used for their Heroic Acts",
    "lit champion cannot deploy unit": "passive: no Unit can be Deployed on it; also `foe unit cannot rotate`",
    'own unit gains "last: draw 1"': "passive: a further line of text for each of them",
}
"""Examples of all instructions, with their meanings."""

_PARTS: Final = re.compile(r"(?P<verb>damage|heal) (?P<parts>.+? (?:you|foe)(?:, .+? (?:you|foe))*)(?P<rend> rend)?")
_PART: Final = re.compile(r"(?P<amount>.+) (?P<player>you|foe)")
_COUNTED: Final = re.compile(r"(?P<verb>draw|discard|actions) (?P<count>[^ ]+|count .+?)(?: (?P<player>you|foe))?")
_ON_CARDS: Final = re.compile(r"(?P<verb>remove|exhaust|restart|return|trigger) (?P<cards>.+)")
_ROTATE: Final = re.compile(r"rotate (?P<cards>.+) (?P<corners>-?[1-4])")
_DORMANT: Final = re.compile(rf"dormant (?P<cards>.+) until (?P<until>{'|'.join(UNTIL)})")
_DEPLOY: Final = re.compile(
    r"deploy (?P<optional>up to )?(?P<count>\d) (?P<wanted>.+) from (?P<source>hand|discard|deck) to (?P<target>.+)"
)
_MOVE: Final = re.compile(
    r"move (?P<count>\d) (?P<wanted>.+) from (?P<source>hand) to (?P<target>under deck|top of deck|discard)"
)
_SEARCH: Final = re.compile(r"search deck (?P<wanted>.+)")
_EXCHANGE: Final = re.compile(r"(?P<verb>swap|replace) (?P<cards>.+) with (?P<wanted>.+) from (?P<source>hand|discard)")
_SWAP_LANES: Final = re.compile(r"swap lanes of (?P<cards>.+?)s?")
_GRANT: Final = re.compile(rf'grant (?P<cards>.+?) "(?P<line>[^"]+)" until (?P<until>{"|".join(UNTIL)})')
_MODIFY: Final = re.compile(r"damage(?: to (?P<target>you|foe))?(?: by (?P<by>.+?))? (?P<sign>[+-])(?P<amount>[^ ].*)")
_PROHIBIT: Final = re.compile(r"(?P<cards>.+) cannot (?P<what>act|rotate|deploy (?P<wanted>.+))")
_GAINS: Final = re.compile(r'(?P<cards>.+?) gains "(?P<line>[^"]+)"')
_OPPOSITE: Final = {"opposite": Selector("foe", ("card",), where="opposite")}
"""Short form of a selector in ``damage to you by opposite -1``."""
_PREFIXES: Final[Mapping[str, Callable[["Node"], "Node"]]] = {
    "may ": lambda node: May(node),  # noqa: PLW0108 - the classes are defined with forward references
    "if done: ": lambda node: IfDone(node),  # noqa: PLW0108
    "instead ": lambda node: Instead(node),  # noqa: PLW0108
}
_WRAPPERS: Final = {May: "may ", IfDone: "if done: ", Instead: "instead "}
_SIMPLE: Final[Mapping[str, tuple[type, tuple[str, ...]]]] = {
    "remove": (Remove, IN_FRONT),
    "exhaust": (Exhaust, ROTATING),
    "restart": (Restart, ROTATING),
    "return": (Return, IN_FRONT),
    "trigger": (Trigger, ROTATING),
}
"""Class and possible kinds of cards of the instructions with a selector alone, by verb."""


def parse_instruction(words: str) -> Node | None:
    """Parse an instruction; return ``None`` if the engine does not support it."""
    for prefix, wrap in _PREFIXES.items():
        if words.startswith(prefix):
            inner = parse_instruction(words[len(prefix) :])
            return None if inner is None or isinstance(inner, (*PASSIVE, May, IfDone, Instead)) else wrap(inner)
    if words.startswith("choose "):
        options = tuple(parse_instruction(part) for part in words[len("choose ") :].split(" / "))
        whole = tuple(each for each in options if each and not isinstance(each, (*PASSIVE, *_WRAPPERS, Choose)))
        return Choose(whole) if 2 <= len(whole) == len(options) else None
    return next((node for parse in _PARSERS if (node := parse(words)) is not None), None)


def _cards(words: str, kinds: tuple[str, ...]) -> Selector | None:
    """Parse a selector of cards of these kinds."""
    selector = parse_selector(words)
    return selector if selector is not None and (selector.is_reference or {*selector.kinds} <= {*kinds}) else None


def _parse_parts(words: str) -> Node | None:
    match = _PARTS.fullmatch(words)
    if match is None or (match["rend"] and match["verb"] == "heal"):
        return None
    parts = [part for part in (_PART.fullmatch(each) for each in match["parts"].split(", ")) if part]
    if not all(is_amount(part["amount"]) for part in parts):
        return None
    amounts = tuple((parse_amount(part["amount"]), part["player"]) for part in parts)
    return Heal(amounts) if match["verb"] == "heal" else Damage(amounts, bool(match["rend"]))


def _parse_counted(words: str) -> Node | None:
    match = _COUNTED.fullmatch(words)
    if match is None or not is_amount(match["count"]):
        return None
    count, verb, player = parse_amount(match["count"]), match["verb"], match["player"]
    if verb == "discard":
        return Discard(count, player) if player else None
    if verb == "draw":
        return Draw(count, player or "you") if player != "you" else None
    return None if player else GainActions(count)


def _parse_on_cards(words: str) -> Node | None:
    if match := _ON_CARDS.fullmatch(words):
        kind, allowed = _SIMPLE[match["verb"]]
        cards = _cards(match["cards"], allowed)
        return None if cards is None else kind(cards)
    if match := _ROTATE.fullmatch(words):
        cards = _cards(match["cards"], (*ROTATING, "champion"))
        return None if cards is None else Rotate(cards, int(match["corners"]))
    if match := _DORMANT.fullmatch(words):
        cards = _cards(match["cards"], ROTATING)
        return None if cards is None else MakeDormant(cards, match["until"])
    if match := _GRANT.fullmatch(words):
        cards = _cards(match["cards"], IN_FRONT)
        return None if cards is None else Grant(cards, match["line"], match["until"])
    return None


def _parse_moves(words: str) -> Node | None:  # noqa: PLR0911 - one for each form
    if match := _DEPLOY.fullmatch(words):
        wanted = parse_filter(match["wanted"])
        target = None if match["target"] == "here" else _cards(match["target"], ("champion",))
        if wanted is None or wanted.kind not in IN_FRONT or (target is None and match["target"] != "here"):
            return None
        return Deploy(int(match["count"]), bool(match["optional"]), wanted, match["source"], target)
    if match := _MOVE.fullmatch(words):
        wanted = parse_filter(match["wanted"])
        return None if wanted is None else MoveCards(int(match["count"]), wanted, match["source"], match["target"])
    if match := _SEARCH.fullmatch(words):
        wanted = parse_filter(match["wanted"])
        return None if wanted is None or wanted.kind == "card" else Search(wanted)
    if match := _EXCHANGE.fullmatch(words):
        wanted, cards = parse_filter(match["wanted"]), _cards(match["cards"], IN_FRONT)
        if wanted is None or wanted.kind not in IN_FRONT or cards is None or not _is_one_own(cards):
            return None
        return Exchange(match["verb"], cards, wanted, match["source"])
    if match := _SWAP_LANES.fullmatch(words):
        cards = _cards(match["cards"], ("champion",))
        return None if cards is None or (cards.side, cards.count) not in (("own", 2), ("foe", 2)) else SwapLanes(cards)
    return None


def _is_one_own(cards: Selector) -> bool:
    return cards.is_reference or (cards.side == "own" and cards.count == 1)


def _parse_passive(words: str) -> Node | None:  # noqa: PLR0911 - one for each form
    if match := _MODIFY.fullmatch(words):
        by = (_OPPOSITE.get(match["by"]) or parse_selector(match["by"])) if match["by"] else None
        if (match["by"] and (by is None or by.count)) or not (match["target"] or by) or not is_amount(match["amount"]):
            return None
        return Modify(match["target"] or "", by, parse_amount(match["amount"]), 1 if match["sign"] == "+" else -1)
    if match := _PROHIBIT.fullmatch(words):
        cards = parse_selector(match["cards"])
        wanted = parse_filter(match["wanted"]) if match["wanted"] else None
        if cards is None or cards.count or cards.side == AGAIN or (match["wanted"] and wanted is None):
            return None
        if match["wanted"] and cards.kinds != ("champion",):
            return None
        return Prohibit(cards, match["what"].split()[0], wanted)
    if match := _GAINS.fullmatch(words):
        cards = _cards(match["cards"], IN_FRONT)
        return None if cards is None or cards.count or cards.side == AGAIN else Gains(cards, match["line"])
    return None


_PARSERS: Final = (_parse_parts, _parse_counted, _parse_on_cards, _parse_moves, _parse_passive)


def format_instruction(node: Node) -> str:  # noqa: C901, PLR0911, PLR0912 - one case for each class
    """Format an instruction as text for ``parse_instruction``."""
    match node:
        case Damage(parts, rend):
            return f"damage {_format_parts(parts)}{' rend' if rend else ''}"
        case Heal(parts):
            return f"heal {_format_parts(parts)}"
        case Draw(count, player):
            return f"draw {format_amount(count)}{' foe' if player == 'foe' else ''}"
        case Discard(count, player):
            return f"discard {format_amount(count)} {player}"
        case GainActions(count):
            return f"actions {format_amount(count)}"
        case Rotate(cards, corners):
            return f"rotate {format_selector(cards)} {corners}"
        case MakeDormant(cards, until):
            return f"dormant {format_selector(cards)} until {until}"
        case Deploy(number, optional, wanted, source, target):
            champions = "here" if target is None else _plural(target)
            return f"deploy {'up to ' * optional}{number} {format_filter(wanted)} from {source} to {champions}"
        case MoveCards(number, wanted, source, destination):
            return f"move {number} {format_filter(wanted)} from {source} to {destination}"
        case Search(wanted):
            return f"search deck {format_filter(wanted)}"
        case Exchange(verb, cards, wanted, source):
            return f"{verb} {format_selector(cards)} with {format_filter(wanted)} from {source}"
        case SwapLanes(cards):
            return f"swap lanes of {_plural(cards)}"
        case Grant(cards, line, until):
            return f'grant {format_selector(cards)} "{line}" until {until}'
        case Choose(options):
            return f"choose {' / '.join(map(format_instruction, options))}"
        case May(inner) | IfDone(inner) | Instead(inner):
            return f"{_WRAPPERS[type(node)]}{format_instruction(inner)}"
        case Modify(target, by, amount, sign):
            whose = f" by {'opposite' if by == _OPPOSITE['opposite'] else format_selector(by)}" if by else ""
            return f"damage{f' to {target}' if target else ''}{whose} {'+' if sign > 0 else '-'}{format_amount(amount)}"
        case Prohibit(cards, what, wanted):
            whose = "foe cards" if (cards, what) == (Selector("foe", ("card",)), "act") else format_selector(cards)
            return f"{whose} cannot {what}{f' {format_filter(wanted)}' if wanted else ''}"
        case Gains(cards, line):
            return f'{format_selector(cards)} gains "{line}"'
        case _:
            verb = next(words for words, (kind, _) in _SIMPLE.items() if kind is type(node))
            return f"{verb} {format_selector(node.cards)}"


def _format_parts(parts: Parts) -> str:
    return ", ".join(f"{format_amount(amount)} {player}" for amount, player in parts)


def _plural(cards: Selector) -> str:
    words = format_selector(cards)
    return words if cards.is_reference or cards.count == 1 else words.replace("champion", "champions")


def instructions_within(node: Node) -> Iterator[Node]:
    """Yield an instruction and those that it contains."""
    yield node
    for part in fields(node):
        value = getattr(node, part.name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Instruction):
                yield from instructions_within(each)  # type: ignore[arg-type]  # every instruction is a Node
