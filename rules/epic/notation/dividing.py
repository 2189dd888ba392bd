"""Parsing of damage divisions.

For example ``assign Kong: 8 to Palace Guard, 5 to Ben; Wolf Token: 2 to Ben``.
"""

import re
from typing import Final

from rules.decks.names import fold
from rules.engine.decision import Action, InvalidActionError
from rules.epic.notation.names import references
from rules.epic.notation.names.cards import find_or_add
from rules.epic.notation.names.lists import pending_candidates, players_and_champions
from rules.epic.notation.names.references import everything, in_play
from rules.epic.state import EpicState

_SHARES: Final = re.compile(r"(?:\s*[,&+]\s*(?:and\s+)?|\s+and\s+)(?=(?:\d+|all)\b)", re.IGNORECASE)
_SHARE: Final = re.compile(
    r"^(\d{1,4}|all)\s*(?:(?:damage|dmg|points?)\s+)?(?:of\s+(?:it|the)\s+)?(?:(?:to|on|at|->|>)\s*|\s+)(?=\S)(.+)$",
    re.IGNORECASE,
)
"""Matches ``8 to Palace Guard``; ``to`` is optional."""
_SHARES_AFTER: Final = re.compile(r"(?<=\d)(?:\s*[,&+]\s*(?:and\s+)?|\s+and\s+)", re.IGNORECASE)
_SUBJECT: Final = re.compile(r"^(\D+?)\s+(?:deals?|assigns?)\s+(?=\d|all\b)", re.IGNORECASE)
"""Matches ``Wolf Token deals 2 to Ben`` after a semicolon."""
_SHARE_AFTER: Final = re.compile(r"^(\D.*?)\s*[:=]?\s*\b(\d{1,4})(?:\s*(?:damage|dmg))?$", re.IGNORECASE)
"""Matches ``Palace Guard 8``."""


def assign(state: EpicState, seat: int, rest: str) -> Action:
    """Parse a damage division into an action.

    Raises:
        InvalidActionError: not understood, or the source of the damage is not named.
        AmbiguousActionError: a name fits several objects.
    """
    if fold(rest) in ("none", "nothing"):
        return Action(seat, "assign")
    decision = state.pending
    offense = {}
    if decision is not None and decision.kind == "assign":
        offense = {int(key[8:]): int(value) for key, value in decision.detail if key.startswith("offense ")}
    split_by = decision.source if decision is not None and decision.kind == "assign" else 0
    shares: list[tuple[int, int, int]] = []
    for part in filter(None, (part.strip() for part in rest.split(";"))):
        name, colon, shares_text = _SUBJECT.sub(r"\1: ", part).partition(":")
        if split_by:
            source = split_by
        elif colon:
            matches = references.matches(state, name, list(offense))
            used = [s for s, _, _ in shares] if len(matches) > 1 else []
            source = find_or_add(state, seat, name, list(offense), in_play, used=used)
        elif len(offense) == 1:
            source = next(iter(offense))
        else:
            raise InvalidActionError(f"{part[:60]!r}: whose damage is it? Write `assign Kong: 8 to Palace Guard`")
        each = _shares((shares_text if colon else part).strip())
        shares += [(source, *_share(state, seat, share, offense.get(source, 0))) for share in each]
    if not shares:
        raise InvalidActionError("nothing is assigned: write `assign Kong: 8 to Palace Guard`")
    shares.sort()
    refs = tuple(ref for source, target, _ in shares for ref in (source, target))
    return Action(seat, "assign", refs, 0, tuple(amount for _, _, amount in shares))


def _shares(shares_text: str) -> list[str]:
    """Split into shares.

    Accepts ``8 to Palace Guard, 5 to Ben`` and ``Palace Guard 8, Ben 5``.
    """
    return _SHARES_AFTER.split(shares_text) if _SHARE_AFTER.match(shares_text) else _SHARES.split(shares_text)


def _share(state: EpicState, seat: int, share: str, offense: int) -> tuple[int, int]:
    match = _SHARE.match(share)
    after = None if match else _SHARE_AFTER.match(share)
    if not match and not after:
        raise InvalidActionError(f"{share[:60]!r} is no share of damage: write `8 to Palace Guard`")
    name, amount = (match[2], match[1]) if match else (after[1], after[2]) if after else ("", "")
    candidates = pending_candidates(state, "assign")
    likely = candidates or in_play(state)
    target = find_or_add(state, seat, name, likely, players_and_champions, everything)
    return target, offense if amount.lower() == "all" else int(amount)
