"""Sets of things to pick, each once: of cards that cannot be told apart those that stand for the others."""

from collections.abc import Iterator
from itertools import chain, combinations

from rules.engine.ids import is_card
from rules.epic.board.alike import ranked
from rules.epic.state import EpicState


def subsets(refs: tuple[int, ...], low: int) -> Iterator[tuple[int, ...]]:
    """Return the subsets of at least ``low`` elements, small ones first, as they are asked for."""
    ordered = sorted(refs)
    return chain.from_iterable(combinations(ordered, size) for size in range(low, len(ordered) + 1))


def card_sets(state: EpicState, seat: int, cards: tuple[int, ...], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Yield sets of ``low`` to ``high`` cards that differ in names, each with the first of a name for ``seat``."""
    by_name: dict[str, list[int]] = {}
    for cid in ranked(state, cards, seat):
        by_name.setdefault(state.table[cid].name, []).append(cid)
    return _out_of(list(by_name.values()), low, high)


def thing_sets(state: EpicState, seat: int, refs: tuple[int, ...], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Yield sets of ``low`` to ``high`` things; of cards of one name and owner the first for ``seat``."""
    alike: dict[tuple[str | int, int], list[int]] = {}
    for ref in ranked(state, refs, seat):
        alike.setdefault((state.table[ref].name, state.owners[ref]) if is_card(ref) else (ref, 0), []).append(ref)
    return _out_of(list(alike.values()), low, high)


def _out_of(groups: list[list[int]], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Yield sets of ``low`` to ``high`` things, each sorted and with the first things of each group."""
    there = [thing for group in groups for thing in group]
    if not there or high <= 0:
        return iter([()] if low <= 0 <= high else [])
    sets = _going_on(groups, 0, (), low, high, len(there))
    return sets if there == sorted(there) else (tuple(sorted(chosen)) for chosen in sets)


def _going_on(
    groups: list[list[int]], at: int, chosen: tuple[int, ...], low: int, high: int, left: int
) -> Iterator[tuple[int, ...]]:
    """Yield ``chosen`` with ``low`` to ``high`` of the things that are ``left`` in the groups from number ``at`` on."""
    group = groups[at]
    left -= len(group)
    for count in range(max(0, low - left), min(len(group), high) + 1):
        more = (*chosen, *group[:count])
        if left and count < high:
            yield from _going_on(groups, at + 1, more, low - count, high - count, left)
        elif low <= count:
            yield more
