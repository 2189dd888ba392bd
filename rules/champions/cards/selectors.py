"""Parts of instructions: selectors of cards, amounts, events.

>>> parse_selector("one own unit:Watch or spell here")
Selector(side='own', kinds=('unit', 'spell'), tag='Watch', where='here', count=1)
>>> format_selector(parse_selector("lit champions")), parse_selector("two cards")
('lit champion', None)
>>> parse_amount("v+support"), parse_event("own damaged ≥3")
(Sum(terms=(None, 'support')), EventPattern(side='own', verb='damaged', kind='', tag='', where='', at_least=3))
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

KINDS: Final = ("unit", "spell", "ability", "champion", "blessing", "card")
SELF: Final = "this"
AGAIN: Final = "it"
_KIND: Final = rf"(?:{'|'.join(KINDS)})"
_TAG: Final = r"[A-Z][\w'\u2019-]*(?: [A-Z][\w'\u2019-]*)*"
_SELECTOR: Final = re.compile(
    rf"(?:(?P<count>one|two) )?(?P<side>own|foe|any|lit) (?P<kind>{_KIND})s?(?::(?P<tag>{_TAG}))?"
    rf"(?: (?P<joined>or|and) (?P<other>{_KIND})s?)?(?: (?P<where>here|opposite|beside))?"
)
_COUNTS: Final[Mapping[str | None, int]] = {None: 0, "one": 1, "two": 2}
_FILTER: Final = re.compile(rf"(?P<kind>unit|spell|ability|card)s?(?::(?P<tag>{_TAG}))?")
_NUMBER: Final = re.compile(r"\d{1,2}")


@dataclass(frozen=True, slots=True)
class Selector:
    """Cards on the field.

    Attributes:
        side: ``own``, ``foe``, ``any``, ``lit`` (highlighted squares, 2.8), ``this`` (the card itself) or ``it`` (the
            cards selected before).
        kinds: their kinds, of ``KINDS``; ``card`` includes all.
        tag: the Tag that the first kind must have.
        where: ``here``, ``opposite`` or ``beside``, relative to the card's lane; empty for every lane.
        count: the number to pick, by the player of the effect (CH-45); 0 selects all.
    """

    side: str
    kinds: tuple[str, ...] = ()
    tag: str = ""
    where: str = ""
    count: int = 0

    @property
    def is_reference(self) -> bool:
        """True for ``this`` and ``it``."""
        return self.side in (SELF, AGAIN)


@dataclass(frozen=True, slots=True)
class Filter:
    """A kind of Action card in hand, deck or discard pile, with a Tag.

    An empty Tag means any.
    """

    kind: str
    tag: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """The number of selected cards as an amount."""

    cards: Selector


Term: TypeAlias = int | str | Count | None


@dataclass(frozen=True, slots=True)
class Sum:
    """An amount other than one number or one corner value.

    Attributes:
        terms: numbers, ``None`` for the value in the current corner, ``support`` (6.1.2/support), numbers of cards.
    """

    terms: tuple[Term, ...]


Amount: TypeAlias = int | Sum | None
"""A number, ``None`` for the value in the current corner, or a sum."""


def parse_selector(words: str) -> Selector | None:
    """Parse a selector; return ``None`` if it is none."""
    if words in (SELF, AGAIN):
        return Selector(words)
    match = _SELECTOR.fullmatch(words)
    if match is None:
        return None
    count = _COUNTS[match["count"]]
    if match["joined"] and match["joined"] != ("or" if count else "and"):
        return None
    kinds = (match["kind"], *((match["other"],) if match["other"] else ()))
    if len(set(kinds)) < len(kinds):
        return None
    return Selector(match["side"], kinds, match["tag"] or "", match["where"] or "", count)


def format_selector(selector: Selector) -> str:
    """Format a selector as text for ``parse_selector``."""
    if selector.is_reference:
        return selector.side
    number = next(words for words, count in _COUNTS.items() if count == selector.count)
    first, *others = selector.kinds
    parts = [number or "", selector.side, f"{first}:{selector.tag}" if selector.tag else first]
    parts += [f"{'or' if selector.count else 'and'} {other}" for other in others]
    return " ".join(filter(None, (*parts, selector.where)))


def parse_filter(words: str) -> Filter | None:
    """Parse a kind of card outside the field; return ``None`` if it is none."""
    match = _FILTER.fullmatch(words)
    return None if match is None else Filter(match["kind"], match["tag"] or "")


def format_filter(wanted: Filter) -> str:
    """Format a kind of card as text for ``parse_filter``."""
    return f"{wanted.kind}:{wanted.tag}" if wanted.tag else wanted.kind


def _parse_term(words: str) -> tuple[Term, bool]:
    """Return a term, and whether it is one."""
    if _NUMBER.fullmatch(words):
        return int(words), True
    if words in ("v", "support"):
        return (None if words == "v" else words), True
    selector = parse_selector(words.removeprefix("count ")) if words.startswith("count ") else None
    if selector is None or selector.count or selector.is_reference:
        return None, False
    return Count(selector), True


def is_amount(words: str) -> bool:
    """Return True if ``parse_amount`` accepts the words."""
    return all(_parse_term(term)[1] for term in words.split("+"))


def parse_amount(words: str) -> Amount:
    """Parse an amount that ``is_amount`` accepts."""
    terms = tuple(_parse_term(term)[0] for term in words.split("+"))
    first = terms[0]
    return first if len(terms) == 1 and (first is None or isinstance(first, int)) else Sum(terms)


def format_amount(amount: Amount) -> str:
    """Format an amount as text for ``parse_amount``."""
    terms = amount.terms if isinstance(amount, Sum) else (amount,)
    return "+".join(_format_term(term) for term in terms)


def _format_term(term: Term) -> str:
    if term is None:
        return "v"
    return f"count {format_selector(term.cards)}" if isinstance(term, Count) else str(term)


@dataclass(frozen=True, slots=True)
class EventPattern:
    """The events that a line reacts to.

    Attributes:
        side: whose card, or which player: ``own``, ``foe`` or ``any``.
        verb: what happens, of ``CARD_VERBS``, ``AMOUNT_VERBS`` or ``PLAYER_VERBS``.
        kind: the kind of card that it happens to; empty for an event of a player.
        tag: the Tag that the card must have.
        where: the lane of the card, as in a selector, or ``lit``; empty for every lane.
        at_least: minimum amount of damage or health.
    """

    side: str
    verb: str
    kind: str = ""
    tag: str = ""
    where: str = ""
    at_least: int = 0


CARD_VERBS: Final = ("played", "after-played", "deployed", "removed", "exhausted", "left")
AMOUNT_VERBS: Final = ("damaged", "healed")
PLAYER_VERBS: Final = ("draws", "discards", "reveals", "uses", "objective")
_CARD_EVENT: Final = re.compile(
    rf"(?P<side>own|foe|any) (?P<kind>{_KIND})(?::(?P<tag>{_TAG}))?(?: (?P<where>here|opposite|beside|lit))? "
    rf"(?P<verb>{'|'.join(CARD_VERBS)})"
)
_PLAYER_EVENT: Final = re.compile(
    rf"(?P<side>own|foe|any) (?:(?P<verb>{'|'.join(PLAYER_VERBS)})"
    rf"|(?P<changed>{'|'.join(AMOUNT_VERBS)})(?: (?:≥|>=)(?P<least>\d{{1,2}}))?)"
)


def parse_event(words: str) -> EventPattern | None:
    """Parse an event; return ``None`` if it is none."""
    if match := _CARD_EVENT.fullmatch(words):
        return EventPattern(match["side"], match["verb"], match["kind"], match["tag"] or "", match["where"] or "")
    if match := _PLAYER_EVENT.fullmatch(words):
        return EventPattern(match["side"], match["verb"] or match["changed"], at_least=int(match["least"] or 0))
    return None
