"""Parsing of single names and lists of names.

Each comes with the objects among which it is looked up.
"""

import re
from collections.abc import Sequence
from typing import Final

from rules.engine.decision import InvalidActionError
from rules.epic.notation.names import references
from rules.epic.notation.names.cards import find_any, find_card, find_or_add
from rules.epic.notation.names.references import Universe, all_but_players, in_play, side_in_play, split_names
from rules.epic.state import EpicState

_NONE_OF: Final = re.compile(r"(?:^|,|&|\+|\band\b)\s*(0+\s*[x×]?\s+[^\s,]+|[^,]+?\s[x×]\s*0+(?!\d))", re.IGNORECASE)  # noqa: RUF001 - people type the multiplication sign
"""Matches a name with the count zero: ``0 Kong``, ``Kong x0``."""


def parse_names(state: EpicState, rest: str, universe: Sequence[int], form: str) -> list[str]:
    """Split a list of names.

    Raise if it has more names than there are objects in the game.
    """
    if not rest:
        raise InvalidActionError(f"a name is missing: write {form}")
    none = _NONE_OF.search(rest)
    if none is not None:
        raise InvalidActionError(f"“{none[1]}” names nothing: leave it out", unparsed=none[1])
    names = split_names(state.cards, rest, lambda text: bool(references.matches(state, text, universe)))
    for name in names:
        bare_name = references.without_article(state.cards, name)
        singular = bare_name[:-1] if bare_name.casefold().endswith("s") and names.count(name) == 1 else ""
        find = state.cards.catalogue.find
        if singular and find(bare_name) is None and find(singular) is not None:
            raise InvalidActionError(f"how many {bare_name}? Write `2 {singular}`", unparsed=name)
    object_count = len(state.table) + len(in_play(state))
    if len(names) > object_count:
        raise InvalidActionError(f"{len(names)} names are more than the {object_count} things that are in this game")
    return names


def find_all(
    state: EpicState, seat: int, rest: str, form: str, first: Sequence[int], *further: Universe, twice: bool = False
) -> tuple[int, ...]:
    """Return the objects that a list of names means, each name a different object.

    With ``twice``, an object may be named again; the legality check then reports it.
    """
    refs: list[int] = []
    names = parse_names(state, rest, first, form)
    for index, name in enumerate(names):
        full_matches = references.plainly(state, name, first)
        if len(full_matches) == 1 and full_matches[0] not in refs:
            refs += full_matches
            continue
        all_matching = [each.ref for each in references.matches(state, name, first)]
        matching = [ref for ref in all_matching if ref not in refs]
        if twice and all_matching and not matching and find_any(state, name, (first, *further), refs) is None:
            refs.append(all_matching[0])
            continue
        # "3 Wolf Token" is unambiguous if there are exactly three.
        if (
            matching
            and len(matching) == names[index:].count(name)
            and len({bare_name(state, ref) for ref in matching}) == 1
        ):
            refs.append(matching[0])
        else:
            refs.append(find_or_add(state, seat, name, first, *further, used=refs))
    return tuple(refs)


def bare_name(state: EpicState, ref: int) -> str:
    """Return the printed name of an object, or a player's name."""
    return references.thing(state, ref).name


def find_in_hand(state: EpicState, seat: int, rest: str, form: str) -> tuple[int, ...]:
    """Return the cards in hand that a list names, each name a different card."""
    refs: list[int] = []
    for name in parse_names(state, rest, state.seats[seat].hand, form):
        refs.append(find_card(state, state.seats[seat].hand, seat, name, refs))
    return tuple(refs)


def fighters(state: EpicState, seat: int) -> tuple[list[int], Universe, Universe]:
    """Return where to look up attackers or blockers.

    The player's own champions come first.
    """
    return side_in_play(state, seat), in_play, all_but_players


def pending_candidates(state: EpicState, kind: str) -> tuple[int, ...]:
    """Return the candidates of the pending decision, or none if it is of another kind."""
    return state.pending.candidates if state.pending is not None and state.pending.kind == kind else ()


def visible(state: EpicState) -> list[int]:
    """Return the players and all cards visible to every player.

    They are the cards in play and in discard piles.
    """
    return [*range(len(state.seats)), *in_play(state), *(cid for seat in state.seats for cid in seat.discard)]


def players_and_champions(state: EpicState) -> list[int]:
    """Return the players and the champions in play."""
    return [*range(len(state.seats)), *in_play(state)]
