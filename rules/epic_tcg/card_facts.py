"""Card facts as JSON-compatible values, for the command line and the API."""

from typing import Any

from rules.epic_tcg.cards import Card, Fact

INVENTED = "invented for this site, no card of the published game"


def facts(card: Card) -> dict[str, Any]:
    """Return the facts of a card as a JSON-compatible dict.

    Args:
        card: A card of the catalogue.

    Returns:
        Its facts by name, ``None`` for unknown ones. ``invented`` is true for a card outside the published game;
        ``sure`` has the certainty of each fact. ``text`` has the lines of an invented card; a published one has
        ``summary`` if its effect is known.
    """
    return {
        "name": card.name,
        "label": card.label,
        "invented": card.is_invented,
        "set": str(card.set),
        "gift": card.gift,
        "cost": card.cost,
        "speed": str(card.speed) if card.speed else None,
        "instantaneous": card.instantaneous,
        "type": str(card.type_) if card.type_ else None,
        "token": card.is_token,
        "alignment": str(card.alignment) if card.alignment else None,
        "origin": str(card.origin) if card.origin else None,
        "offense": card.offense,
        "defense": card.defense,
        "keywords": list(card.keywords),
        "summary": card.behaviour,
        "text": list(card.text) if card.is_invented else None,
        "engine": "not yet",
        "sure": {str(fact): str(card.certainty_of(fact)) for fact in Fact},
        "doubtful": list(card.doubtful),
        "notes": [card.notes] if card.notes else [],
        "also_written": [],
        "sources": list(card.sources),
    }


def describe(card: Card) -> str:
    """Return the facts of a card as lines of text for a terminal."""
    rows = [card.name, f"  {', '.join(_type_line_parts(card))} ({card.set})".replace("   (", "  (")]
    rows += [f"  {INVENTED}"] * card.is_invented
    rows += [f"  {', '.join(card.keywords)}"] * bool(card.keywords)
    rows += [f"  {line}" for line in card.text]
    rows += [f"  in short: {card.behaviour}"] * bool(card.behaviour)
    unknown = [str(fact) for fact in Fact if card.certainty_of(fact).value == "not known"]
    rows += [f"  not known: {', '.join(unknown)}"] * bool(unknown)
    rows += [f"  {doubt}" for doubt in card.doubtful]
    rows += [f"  note: {card.notes}"] * bool(card.notes)
    rows += ["  engine: not yet"]
    rows += [f"  source: {source}" for source in card.sources]
    return "\n".join(rows)


def _type_line_parts(card: Card) -> list[str]:
    """Return the parts of a card's type line.

    Gift, cost, speed, alignment, origin, type and values.
    """
    cost = {0: "free", 1: "one action"}.get(-1 if card.cost is None else card.cost, "")
    speed = f"{card.speed}{' instantaneous' if card.instantaneous else ''}" if card.speed else ""
    values = f" {card.offense}/{card.defense}" if card.offense is not None else ""
    words = [str(word) for word in (card.alignment, card.origin) if word]
    words += ["token"] * card.is_token + [str(card.type_)] * bool(card.type_)
    kind = " ".join(words) + values
    return [part for part in ("gift card" if card.gift else "", cost, speed, kind) if part]
