"""Enumeration of sets of references, without variants by interchangeable cards."""

from collections.abc import Iterator
from itertools import chain, combinations

from rules.engine.ids import is_card
from rules.epic.board.interchangeable import rank_by_preference
from rules.epic.state import EpicState


def iter_subsets(refs: tuple[int, ...], low: int) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of at least ``low`` elements, small ones first."""
    ordered = sorted(refs)
    return chain.from_iterable(combinations(ordered, size) for size in range(low, len(ordered) + 1))


def iter_card_sets(
    state: EpicState, seat: int, cards: tuple[int, ...], low: int, high: int
) -> Iterator[tuple[int, ...]]:
    """Yield sets of ``low`` to ``high`` cards that differ in card names.

    Among copies of a card, those preferred for ``seat`` are used.
    """
    by_name: dict[str, list[int]] = {}
    for cid in rank_by_preference(state, cards, seat):
        by_name.setdefault(state.table[cid].name, []).append(cid)
    return _iter_group_sets([tuple(alike) for alike in by_name.values()], low, high)


def iter_reference_sets(
    state: EpicState, seat: int, refs: tuple[int, ...], low: int, high: int
) -> Iterator[tuple[int, ...]]:
    """Yield sets of ``low`` to ``high`` references that differ in names or owners.

    Among copies of a card, those preferred for ``seat`` are used.
    """
    alike: dict[tuple[str | int, int], list[int]] = {}
    for ref in rank_by_preference(state, refs, seat):
        alike.setdefault((state.table[ref].name, state.owners[ref]) if is_card(ref) else (ref, 0), []).append(ref)
    return _iter_group_sets([tuple(same) for same in alike.values()], low, high)


def _iter_group_sets(groups: list[tuple[int, ...]], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Yield sorted sets of ``low`` to ``high`` elements.

    They take prefixes of the groups.
    """
    items = [thing for group in groups for thing in group]
    if not items or high < max(low, 1):
        return iter([()] if low <= 0 <= high else [])
    remaining = len(items)
    sets: Iterator[tuple[int, ...]] = iter([()])
    for group in groups:
        remaining -= len(group)
        sets = _extend_sets(sets, group, low, high, remaining)
    return sets if items == sorted(items) else (tuple(sorted(chosen)) for chosen in sets)


def _extend_sets(
    sets: Iterator[tuple[int, ...]], group: tuple[int, ...], low: int, high: int, remaining: int
) -> Iterator[tuple[int, ...]]:
    """Yield each of ``sets`` extended by prefixes of ``group``.

    ``remaining`` elements follow in later groups, so sets that cannot reach ``low`` are skipped.
    """
    for chosen in sets:
        has = len(chosen)
        if has == high:
            yield chosen
            continue
        for count in range(max(0, low - has - remaining), min(len(group), high - has) + 1):
            yield chosen + group[:count]
