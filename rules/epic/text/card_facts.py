"""Card facts as plain values for the command line and the API."""

from typing import Any

from rules.epic.cards import CATALOGUE, Card
from rules.epic.text.rendering import render_card


def facts(card: Card) -> dict[str, Any]:
    """Return the facts of one printing.

    Args:
        card: a printing of the catalogue.

    Returns:
        Facts by name. ``text`` has one line for each ability, and is ``None`` if the engine does not support the card
            (``engine``). ``also_written`` lists spelling variants.
    """
    return {
        "name": card.name,
        "set": str(card.set),
        "pack": card.pack,
        "alignments": [str(alignment) for alignment in card.alignments],
        "deck_alignments": [str(alignment) for alignment in card.deck_alignments],
        "cost": card.cost,
        "type": str(card.type),
        "token": card.is_token,
        "classes": list(card.classes),
        "offense": card.offense,
        "defense": card.defense,
        "keywords": [str(keyword) for keyword in card.keywords],
        "abilities": list(card.markers),
        "summary": card.summary,
        "text": list(render_card(card)) if card.playable else None,
        "engine": card.engine,
        "doubtful": list(card.doubtful),
        "also_written": list(CATALOGUE.aliases_of(card.name)),
        "sources": list(card.sources),
    }


def describe(card: Card) -> str:
    """Return the facts of one printing as lines for a terminal."""
    kind = [*(["free"] if card.cost == 0 else [f"cost {card.cost}"] if card.cost else []), "/".join(card.alignments)]
    kind += [*card.classes, "token" if card.is_token else card.type]
    stats = f", {card.offense}/{card.defense}" if card.type == "champion" else ""
    printed_in = ": ".join(filter(None, (card.set, card.pack)))
    rows = [card.name, f"  {' '.join(kind)}{stats} ({printed_in})"]
    if card.deck_alignments != card.alignments:
        rows.append(f"  counts as {'/'.join(card.deck_alignments)} while building a deck")
    if card.playable:
        rows += [f"  {line}" for line in render_card(card)]
    else:
        rows += [f"  {', '.join([*card.keywords, *card.markers])}"] * bool(card.keywords or card.markers)
        rows += [f"  in short: {card.summary}"]
    rows += [f"  engine: {card.engine}"]
    rows += [f"  doubtful: {doubt}" for doubt in card.doubtful]
    also = CATALOGUE.aliases_of(card.name)
    rows += [f"  also written {', '.join(also)}"] * bool(also)
    return "\n".join(rows)
