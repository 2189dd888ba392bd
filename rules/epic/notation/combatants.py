"""Parsing of attackers and blockers.

For example ``all``, ``Kong with Palace Guard`` and ``the opponent``.
"""

import re
from typing import Final

from rules.decks.names import fold
from rules.engine.decision import Action, ActionError, IllegalActionError, InvalidActionError, Violation
from rules.epic.engine import ENGINE
from rules.epic.notation.names import references
from rules.epic.notation.names.lists import fighters, find_all
from rules.epic.notation.names.references import find, in_play, side_in_play, split_names
from rules.epic.players.seats import are_allied
from rules.epic.state import EpicState
from rules.epic.state.display_names import display_name

BLOCKS: Final = "`block with Kong` or `no block`"
PLAYS: Final = "`play Kong`, `use Kong`, `attack with Kong` or `pass`"
_ALL: Final = re.compile(
    r"^(?:all|everything|everyone|everybody|them all|all of them"
    r"|(?:all|every)(?: (?:of )?(?:her|his|my|their|the))? (?:champions?|creatures?|attackers?|blockers?))$",
    re.IGNORECASE,
)
_WITH: Final = re.compile(r"^(.+?)\s+with\s+(.+)$", re.IGNORECASE)
_OPPONENT: Final = frozenset({"opponent", "theopponent", "heropponent", "hisopponent", "theiropponent", "myopponent"})


def find_player(state: EpicState, seat: int, name: str) -> int:
    """Return the seat of the player called ``name``.

    ``the opponent`` is accepted only if there is exactly one opponent.

    Raises:
        InvalidActionError: no player matches. AmbiguousActionError: several players match.
    """
    others = [other for other in range(len(state.seats)) if seat >= 0 and not are_allied(state, other, seat)]
    if fold(name) in _OPPONENT and len(others) == 1:
        return others[0]
    return find(state, name, list(range(len(state.seats))))


def names_everyone(text: str) -> bool:
    """Return True if the text means all champions.

    It is ``all``, ``everyone`` or ``all the blockers``.
    """
    return _ALL.match(text) is not None


def find_attackers(state: EpicState, seat: int, names: str, attacked: int) -> tuple[int, ...]:
    """Return the attacking champions named in ``names``.

    ``all`` means every champion that may attack, or every champion in play if none may attack.
    """
    if names_everyone(names):
        return able_champions(state, seat, "attack", attacked)
    return tuple(sorted(find_all(state, seat, names, "`attack with Kong`", *fighters(state, seat))))


def find_blockers(state: EpicState, seat: int, rest: str) -> tuple[int, ...]:
    """Return the blocking champions.

    In ``Kong with Palace Guard`` the first name is an attacker.

    Raises:
        IllegalActionError: a champion named as blocked is not attacking.
        InvalidActionError: several blocks are stated, or a name matches nothing.
    """
    if names_everyone(rest):
        return able_champions(state, seat, "block", 0)
    both = _split_at_with(state, rest)
    if both is not None:
        attackers, blockers = both
        if _split_at_with(state, blockers) is not None:
            raise InvalidActionError(
                "an attack is blocked as a whole: name all attackers first, or write `block with Kong, Muse`",
                unparsed=rest,
            )
        check_attacking(state, attackers)
        return find_blockers(state, seat, blockers)
    return tuple(sorted(find_all(state, seat, rest, BLOCKS, *fighters(state, seat))))


def _split_at_with(state: EpicState, text: str) -> tuple[str, str] | None:
    """Return the attackers and the blockers of ``Kong with Muse``.

    ``None`` without ``with`` outside a name.
    """
    if len(split_names(state.cards, text, lambda _: False)) == 1 and _is_one(state, text):
        return None
    found = _WITH.match(text)
    return (found[1], found[2]) if found is not None else None


def _is_one(state: EpicState, name: str) -> bool:
    return bool(references.matches(state, name, in_play(state)))


def check_attacking(state: EpicState, names: str) -> None:
    """Check that the champions named as blocked, or as not blocked, are attacking.

    A block always applies to the whole attack (4.4.6[2]).

    Raises:
        IllegalActionError: a named champion is not attacking. InvalidActionError: a name matches nothing.
    """
    if fold(names) in {"it", "them", "attack", "theattack", "attacker", "theattacker", "theattackers", "attackers"}:
        return
    attacking = [c.oid for seat in state.seats for c in seat.champions if c.attacking]
    others: list[int] = []
    called = split_names(state.cards, names, lambda text: bool(references.matches(state, text, attacking)))
    for name in called:
        matches = references.matches(state, name, attacking)
        if matches and called.count(name) > len(matches):
            raise InvalidActionError(f"{len(matches)} {name} attack, not {called.count(name)}", unparsed=names)
        if matches:
            continue
        other = references.matches(state, name, in_play(state))
        if not other:
            raise InvalidActionError(references.nothing_called(state, name, attacking or in_play(state)))
        others.append(other[0].ref)
    # Report an illegal block only if the whole list was understood.
    for ref in others:
        text = f"{display_name(state, ref)} is not attacking and cannot be blocked."
        raise IllegalActionError([Violation("4.4.6[2]", text)])


def able_champions(state: EpicState, seat: int, verb: str, attacked: int) -> tuple[int, ...]:
    """Return the champions that may attack or block alone, or all if none may.

    They are those of one side. If none may, the legality check reports the reason for the champions named.
    """
    champions = side_in_play(state, seat)
    if not champions:
        raise InvalidActionError(f"no champion is there; write {BLOCKS if verb == 'block' else PLAYS}")
    able = tuple(sorted(oid for oid in champions if _may(state, Action(seat, verb, (oid,), attacked))))
    return able or tuple(sorted(champions))


def _may(state: EpicState, action: Action) -> bool:
    try:
        return not ENGINE.check(state, action)
    except ActionError:
        return False
