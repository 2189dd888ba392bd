"""Card facts as JSON-compatible values, for the command line and the API."""

from typing import Any

from rules.hex.cards import AS_OF, CATALOGUE, Card, Certainty, Fact


def facts(card: Card) -> dict[str, Any]:
    """Return the facts of a card as a JSON-compatible dict.

    Args:
        card: A card of the catalogue.

    Returns:
        Its facts by name. ``summary`` describes its behaviour in our words; ``text`` is ``None`` and ``engine`` is
        ``"not yet"``, as there is no engine. ``sure`` has the certainty of each assessed fact.
    """
    return {
        "name": card.name,
        "key": card.key,
        "set": str(card.set),
        "number": card.number,
        "rarity": str(card.rarity),
        "type": card.type,
        "types": [str(each) for each in card.types],
        "token": card.is_token,
        "shards": [str(shard) for shard in card.shards],
        "cost": card.cost,
        "x_cost": card.x_cost,
        "threshold": card.threshold.letters if card.threshold else None,
        "attack": card.attack,
        "defense": card.defense,
        "speed": str(card.speed) if card.speed else None,
        "resources": [card.resources.current, card.resources.maximum] if card.resources else None,
        "charges": card.charges,
        "health": card.health,
        "traits": card.traits,
        "race": card.race,
        "faction": card.faction,
        "unique": card.unique,
        "sockets": [str(socket) for socket in card.sockets],
        "keywords": [str(keyword) for keyword in card.keywords],
        "tunneling": _tunneling(card),
        "deck_rule": deck_rule(card) or None,
        "summary": card.behaviour,
        "text": None,
        "engine": "not yet",
        "made_by": list(card.made_by),
        "alpha": card.alpha,
        "alternate_art": card.alternate_art,
        "sure": {
            str(fact): str(Certainty.SINGLE if fact in card.single else Certainty.SOURCED) for fact in card.assessed
        },
        "doubtful": list(card.doubtful),
        "notes": list(card.notes),
        "as_of": AS_OF,
        "also_written": list(CATALOGUE.aliases_of(card.name)),
        "sources": list(card.sources),
    }


def _certainty_of(card: Card, fact: Fact) -> Certainty:
    return Certainty.SINGLE if fact in card.single else Certainty.SOURCED


def _tunneling(card: Card) -> dict[str, Any] | None:
    if card.tunneling is None:
        return None
    return {"cost": card.tunneling.cost, "threshold": card.tunneling.threshold.letters}


def deck_rule(card: Card) -> str:
    """Return a card's deck construction requirement as text; empty for none."""
    rule = card.deck_rule
    if rule is None:
        return ""
    asked = []
    if rule.different_names:
        asked.append(f"{rule.different_names} different names among its cards that are no resources")
    if rule.cards:
        asked.append(f"{rule.cards} cards, or {rule.cards_in_limited} where decks are built from opened packs")
    return f"only in a deck of at least {' and '.join(asked)}"


def describe(card: Card) -> str:
    """Return the facts of a card as lines of text for a terminal."""
    number = f" {card.number}" if card.number else ""
    rows = [card.key, f"  {', '.join(_type_line_parts(card))} ({card.set}{number}, {str(card.rarity).lower()})"]
    has = [*map(str, card.keywords), *(f"{socket} socket" for socket in card.sockets)]
    rows += [f"  {', '.join(has)}"] * bool(has)
    if card.tunneling:
        rows.append(f"  to tunnel it: {' '.join((str(card.tunneling.cost), card.tunneling.threshold.letters)).strip()}")
    rows += [f"  {card.behaviour}"] * bool(card.behaviour)
    rows += [f"  {deck_rule(card)}"] * bool(card.deck_rule)
    rows += [f"  made by {', '.join(card.made_by)}"] * bool(card.made_by)
    rows += [f"  in the alpha of 2013: {card.alpha}"] * bool(card.alpha)
    rows += [f"  one source only: {', '.join(card.single)}"] * bool(card.single)
    rows += [f"  doubtful: {doubt}" for doubt in card.doubtful]
    rows += [f"  note: {note}" for note in card.notes]
    rows += ["  engine: not yet", f"  as of {AS_OF}"]
    return "\n".join(rows)


def _type_line_parts(card: Card) -> list[str]:
    """Return the parts of a card's type line.

    Cost, threshold, type with values, traits and faction.
    """
    kind = [f"cost {card.cost}{' + X' if card.x_cost else ''}"] if card.cost is not None else []
    kind += [f"power for {card.charges} charges"] if card.charges is not None else []
    if card.threshold is None:
        kind.append("threshold not known")
    elif card.threshold.letters:
        kind.append(f"threshold {card.threshold.letters}")
    speed = f"{card.speed} " if card.speed else ""
    values = f" {card.attack}/{card.defense}" if card.attack is not None else ""
    adds = f" {card.resources.current}/{card.resources.maximum}" if card.resources else ""
    kind.append(f"{'unique ' if card.unique else ''}{speed}{card.type.lower()}{values}{adds}")
    return [*kind, *filter(None, (card.traits, card.faction))]
