"""Consistency checks of card facts and card texts, run by the tests."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rules.epic.cards.model import Card, CardType
from rules.epic.effects import Ally, Cost, InDiscard, Loyalty, OnPlay, OutOfReach, Recall, Recycle, Static, Tribute
from rules.epic.text.phrases import rendered_nodes
from rules.epic.text.rendering import render_card
from rules.epic.traits import Keyword

NOT_ABILITIES = frozenset({"token"})
"""Markers that are not abilities and need no text."""


def iter_nodes(part: object) -> Iterator[Any]:
    """Yield all nodes in ``part``, including itself, in text order."""
    if isinstance(part, tuple):
        for item in part:
            yield from iter_nodes(item)
    elif is_dataclass(part) and not isinstance(part, type):
        yield part
        for field in fields(part):
            yield from iter_nodes(getattr(part, field.name))


def markers_of(card: Card) -> frozenset[str]:  # noqa: C901 - one case a marker
    """Return the ability markers that the text of ``card`` implies."""
    markers: set[str] = set()
    for node in iter_nodes(card.text):
        match node:
            case Tribute():
                markers.add("tribute")
            case Loyalty(count=count):
                markers.add(f"loyalty {count or 'X'}")
            case Ally():
                markers.add("ally")
            case Cost(expend=True):
                markers.add("expend")
            case Recycle():
                markers.add("recycle")
            case Recall():
                markers.add("recall")
            case InDiscard():
                markers.add("discard power")
            case OutOfReach():
                markers.add("unblockable (by lower offense)")
            case Static(own_turn=True, keywords=(Keyword.UNBREAKABLE,)):
                markers.add("unbreakable (own turn)")
    return frozenset(markers)


def validation_errors(card: Card) -> list[str]:
    """Return the errors in the text of a playable card, one sentence each."""
    errors: list[str] = []
    listed = frozenset(card.markers) - NOT_ABILITIES
    held = markers_of(card)
    errors.extend(
        f"{card.name}: the facts list {name!r}, the text has no such ability" for name in sorted(listed - held)
    )
    errors.extend(f"{card.name}: the text has {name!r}, the facts do not list it" for name in sorted(held - listed))
    plays = [node for node in card.text if isinstance(node, OnPlay)]
    if card.type is CardType.EVENT and len(plays) != 1:
        errors.append(f"{card.name}: an event card needs exactly one OnPlay, it has {len(plays)}")
    if card.type is CardType.CHAMPION and plays:
        errors.append(f"{card.name}: a champion does nothing on being played, it cannot have OnPlay")
    has_no_text = card.is_token or card.summary.startswith("No ability")
    if card.summary and not card.text and not card.keywords and not has_no_text:
        errors.append(f"{card.name}: it has a behaviour but no text")
    try:
        render_card(card)
    except NotImplementedError as error:
        errors.append(f"{card.name}: {error}")
    return errors


def validate(cards: Iterable[Card]) -> list[str]:
    """Return the errors of all playable cards."""
    return [problem for card in cards if card.playable for problem in validation_errors(card)]


def nodes_without_text(kinds: Iterable[type[Any]]) -> list[str]:
    """Return the names of node classes that cannot be rendered."""
    rendered = rendered_nodes()
    return sorted(kind.__name__ for kind in kinds if kind not in rendered)
