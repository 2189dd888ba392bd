"""Card facts as JSON-compatible values, for the command line and the API."""

from typing import Any

from rules.champions.cards import CATALOGUE, HOUSE, INVENTED, Card, Origin


def facts(card: Card) -> dict[str, Any]:
    """Return the facts of a card as a JSON-compatible dict.

    Args:
        card: a card of the catalogue or of a card file.

    Returns:
        Its facts by name, ``None`` for unknown ones. Additional keys: ``invented`` is true for a card outside the
        published game, ``missing`` lists the unknown facts, ``single`` those with a single source, and ``organised``
        those from an event's card file.
    """
    return {
        "name": card.name,
        "invented": card.invented,
        "set": card.set or None,
        "type": str(card.kind) if card.kind else None,
        "category": str(card.category) if card.category else None,
        "alliance": str(card.alliance) if card.alliance else None,
        "alignments": list(card.deck_alignments),
        "class": str(card.card_class) if card.card_class else None,
        "cost": card.cost,
        "health_modifier": card.health,
        "unique": card.unique,
        "quest": _to_strings(card.quest),
        "duration": str(card.duration) if card.duration else None,
        "corners": _to_strings(card.corners),
        "tags": None if card.tags is None else list(card.tags),
        "image": _to_strings(card.image),
        "text": _to_strings(card.text),
        "behaviour": card.behaviour,
        "origin": str(card.origin),
        "single": list(card.single),
        "organised": list(card.organised),
        "missing": list(card.missing),
        "doubtful": list(card.doubtful),
        "notes": list(card.notes),
        "also_written": list(_home(card).aliases_of(card.name)),
        "sources": list(card.sources),
    }


def _home(card: Card) -> Any:
    return HOUSE if card.invented else CATALOGUE


def _to_strings(several: tuple[object, ...] | None) -> list[str | None] | None:
    return None if several is None else [None if item is None else str(item) for item in several]


def summary(card: Card) -> str:
    """Return one line about a card, such as "Destruction Champion, cost not known"."""
    kind = [str(card.alliance or "Alliance not known"), *([str(card.card_class)] if card.card_class else [])]
    kind += [*(["Unique"] if card.unique else []), *(["Permanent"] if card.permanent else [])]
    kind += [str(card.duration)] if card.duration and not card.permanent else []
    return " ".join((*kind, card.type or "card of a type that is not known"))


def describe(card: Card) -> str:
    """Return the facts of a card as lines of text for a terminal."""
    rows = [card.name]
    rows += [f"  {INVENTED}"] * card.invented
    rows += [f"  {summary(card)}" + (f" ({card.set})" if card.set else "")]
    if card.cost is not None or card.health is not None:
        cost, health = ("not known" if value is None else str(value) for value in (card.cost, card.health))
        rows += [f"  cost {cost}, health modifier {health if health.startswith(('-', 'not')) else f'+{health}'}"]
    rows += [f"  Quest: {' - '.join(str(objective or 'not known') for objective in card.quest)}"] if card.quest else []
    rows += [f"  corners: {' '.join(_corners(card))}"] if card.corners else []
    rows += [f"  Tags: {', '.join(card.tags)}"] if card.tags else []
    rows += [f"  Subject Image: {', '.join(map(str, card.image))}"] if card.image else []
    rows += [f"  {line}" for line in card.text or ()]
    rows += [f"  in short: {card.behaviour}"] if card.behaviour else []
    rows += [f"  not known: {', '.join(card.missing)}"] if card.missing else []
    rows += [f"  from one source only: {', '.join(card.single)}"] if card.single else []
    rows += [f"  from the organiser: {', '.join(card.organised)}"] if card.organised else []
    rows += [f"  doubtful: {doubt}" for doubt in card.doubtful]
    rows += [f"  note: {note}" for note in card.notes]
    also = _home(card).aliases_of(card.name) if card.origin is not Origin.ORGANISER else ()
    rows += [f"  also written {', '.join(also)}"] * bool(also)
    return "\n".join(rows)


def _corners(card: Card) -> list[str]:
    return ["not known" if corner is None else str(corner) or "-" for corner in card.corners or ()]
