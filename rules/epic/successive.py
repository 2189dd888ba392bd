"""Lines that tell several answers, one after the other: cards drawn or revealed, and the order of triggers.

>>> parts(CHANCE, "Ben draws Kong, 2 Lash")
['Ben draws Kong', 'Ben draws Lash', 'Ben draws Lash']
>>> parts(CHANCE, "Ben reveals Rybas, Canopy Sniper, Lash")
['Ben reveals Rybas, Canopy Sniper', 'Ben reveals Lash']
>>> parts(0, "resolve Kong: tribute, Pyromancer: ally")
['resolve Kong: tribute', 'resolve Pyromancer: ally']
"""

import re
from typing import Final

from rules.engine.ids import CHANCE
from rules.epic.cards import CATALOGUE
from rules.epic.referring import split_names
from rules.epic.state import EpicState
from rules.epic.verbs import spelled_out

_DRAWS: Final = re.compile(r"^(.+?\s+(?:draws?|reveals?):?)\s+(.+)$", re.IGNORECASE)
_SHORT_DRAW: Final = re.compile(r"^(\S+)\s+(.+)$")
_BESIDE: Final = re.compile(r"^\S+?'s? |\s*#\d+|\s+(?:gone|in discard pile|in hand).*$")
"""What may stand beside a card's name: whose it is, which one, where."""
_RESOLVES: Final = re.compile(r"^(resolves?)\s+(.+)$", re.IGNORECASE)


def parts(seat: int, words: str) -> list[str]:
    """Return the words of each answer that a line tells; of a line that tells one answer, the line itself."""
    found = (_DRAWS.match(words) or _SHORT_DRAW.match(words)) if seat == CHANCE else _RESOLVES.match(spelled_out(words))
    if found is None or not ("," in found[2] or re.match(r"\d+ ", found[2])):
        return [words]
    names = split_names(found[2], lambda _: False) if seat == CHANCE else _triggers(found[2])
    return [f"{found[1]} {name}" for name in names] if len(names) > 1 else [words]


def _triggers(text: str) -> list[str]:
    """Return the triggers in a list, whose names may have a comma: ``Elara, the Lycomancer: tribute``."""
    pieces = [piece.strip() for piece in text.split(",")]
    found: list[str] = []
    while pieces:
        joined = ", ".join(pieces[:2])
        card = _BESIDE.sub("", joined.partition(":")[0])
        count = 2 if "," in card and CATALOGUE.find(card) is not None else 1
        found.append(", ".join(pieces[:count]))
        del pieces[:count]
    return [trigger for trigger in found if trigger]


def awaits(state: EpicState, seat: int, words: str) -> bool:
    """Whether ``seat`` is asked for a draw or a trigger, whichever the words tell."""
    decision = state.pending
    if decision is None or decision.seat != seat:
        return False
    if seat == CHANCE:
        return decision.kind == "draw"
    return decision.kind == "order" and _RESOLVES.match(spelled_out(words)) is not None
