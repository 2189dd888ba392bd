"""Random cards that use the whole vocabulary, for unusual card files."""

import json
import random
from dataclasses import MISSING
from enum import StrEnum
from types import NoneType
from typing import Any, get_args, get_origin

from rules.decks.card_files import CardFileError, nodes
from rules.epic.effects import Ability, Mode
from rules.epic.own_cards.fields import NODES
from rules.epic.own_cards.parsing import parse_card_file

PLAIN = {bool: (False, True), int: (0, 1, 1, 2, 3), str: ("Human", "Wolf Token"), NoneType: (None,)}


def _drawn(hint: Any, chance: random.Random, depth: int = 0) -> Any:
    """Return plain data for something of a type: any combination of words, most of which no card could say."""
    member = chance.choice(nodes._members(hint))
    if get_origin(member) is tuple:
        count = chance.choice([1, 1, 1, 2]) if depth < 8 else 0
        return [_drawn(get_args(member)[0], chance, depth + 1) for _ in range(count)]
    if member in PLAIN:
        return chance.choice(PLAIN[member])
    if issubclass(member, StrEnum):
        return str(chance.choice(list(member)))
    output = {"is": nodes.node_name(member)} if len(nodes.node_classes(hint)) > 1 else {}
    for name, (kind, usual) in NODES.fields_of(member).items():
        value = "Wolf Token" if name in ("name", "into") else _drawn(kind, chance, depth + 1) if depth < 9 else None
        if value is not None and (usual is MISSING or chance.random() < 0.25):
            output[name] = value
    return output


def drawn_card(number: int, chance: random.Random) -> dict[str, Any] | None:
    """Return a card of drawn words that the file reader lets pass, ``None`` where it refuses a dozen of them."""
    event = chance.random() < 0.4
    name = f"Card {chr(97 + number)}x"
    facts = {"name": name, "type": "event" if event else "champion", "alignments": ["Good"], "cost": 1}
    facts |= {} if event else {"offense": chance.choice([0, 3, 9]), "defense": chance.choice([1, 4, 9])}
    for _ in range(12):
        modes = [{"is": "on play", "modes": _drawn(tuple[Mode, ...], chance)}]
        row = {**facts, "effects": modes if event else [_drawn(Ability, chance)]}
        try:
            parse_card_file(json.dumps({"format": "epic-cards 1", "cards": [row]}))
        except CardFileError:
            continue
        return row
    return None
