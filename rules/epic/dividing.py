"""Words that divide damage: ``assign Kong: 8 to Palace Guard, 5 to Ben; Wolf Token: 2 to Ben``."""

import re
from typing import Final

from rules.decks.names import fold
from rules.engine.decision import Answer, InvalidAnswerError
from rules.epic import referring
from rules.epic.listed import candidates_of, players_and_champions
from rules.epic.meaning import meant
from rules.epic.referring import everything, in_play
from rules.epic.state import EpicState
from rules.epic.verbs import FORMS

_SHARES: Final = re.compile(r"\s*,\s*(?=(?:\d+|all)\b)", re.IGNORECASE)
_SHARE: Final = re.compile(r"^(\d{1,4}|all)\s*(?:damage\s*)?(?:to|on)\s+(.+)$", re.IGNORECASE)


def assign(state: EpicState, seat: int, rest: str) -> Answer:
    """Return the answer that divides damage as the words do.

    Raises:
        InvalidAnswerError: not understood, or not told whose damage it is. AmbiguousAnswerError: a name fits several.
    """
    if fold(rest) in ("none", "nothing"):
        return Answer(seat, "assign")
    decision = state.pending
    offense = {}
    if decision is not None and decision.kind == "assign":
        offense = {int(key[8:]): int(value) for key, value in decision.detail if key.startswith("offense ")}
    split_by = decision.source if decision is not None and decision.kind == "assign" else 0
    shares: list[tuple[int, int, int]] = []
    for part in filter(None, (part.strip() for part in rest.split(";"))):
        name, colon, given = part.partition(":")
        if split_by:
            source = split_by
        elif colon:
            named = referring.matches(state, name, list(offense))
            used = [s for s, _, _ in shares] if len(named) > 1 else []
            source = meant(state, seat, name, list(offense), in_play, used=used)
        elif len(offense) == 1:
            source = next(iter(offense))
        else:
            raise InvalidAnswerError(f"{part[:60]!r}: whose damage is it? Write {FORMS['assign']}")
        each = _SHARES.split((given if colon else part).strip())
        shares += [(source, *_share(state, seat, share, offense.get(source, 0))) for share in each]
    if not shares:
        raise InvalidAnswerError(f"nothing is assigned: write {FORMS['assign']}")
    shares.sort()
    refs = tuple(ref for source, target, _ in shares for ref in (source, target))
    return Answer(seat, "assign", refs, 0, tuple(amount for _, _, amount in shares))


def _share(state: EpicState, seat: int, share: str, offense: int) -> tuple[int, int]:
    found = _SHARE.match(share)
    if not found:
        raise InvalidAnswerError(f"{share[:60]!r} is no share of damage: write `8 to Palace Guard`")
    candidates = candidates_of(state, "assign")
    likely = candidates or in_play(state)
    target = meant(state, seat, found[2], likely, players_and_champions, everything)
    return target, offense if found[1].lower() == "all" else int(found[1])
