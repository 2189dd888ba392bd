"""Offering answers: all legal ones, lazily and in a fixed order, or one drawn by chance without listing them.

Candidates are generated and kept only where the conditions of ``rules.epic.process.checking`` would find no fault. Sets
(attackers, blockers, cards to replace) are never all listed by ``sample``.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from rules.engine.decision import Answer, Decision
from rules.engine.ids import CHANCE, is_card
from rules.epic.answers.canonical import detail, ranked, stand_in
from rules.epic.battle import attack
from rules.epic.battle import damage as battle_damage
from rules.epic.battle.divisions import compositions, divisions
from rules.epic.board.damage import Packet
from rules.epic.board.triggers import waiting
from rules.epic.board.zones import representatives
from rules.epic.cards.printed import UNKNOWN
from rules.epic.players.seats import members
from rules.epic.plays import free as free_plays
from rules.epic.plays import playing
from rules.epic.readings import ABLE_BLOCKERS
from rules.epic.state import EpicState, lost


def legal(state: EpicState) -> Iterator[Answer]:
    """Yield the legal answers to the pending decision in a fixed order, conceding left out."""
    decision = state.pending
    if decision is None:
        return
    seat = decision.seat
    match decision.kind:
        case "act":
            for member in members(state, seat):
                yield from plays(state, member)
            yield from attacks(state, seat)
            yield from passes(state, seat)
        case "mulligan":
            yield from (
                Answer(seat, "mulligan", refs) for refs in card_sets(state, seat, decision.candidates, 0, decision.high)
            )
        case "discard":
            sets = card_sets(state, seat, decision.candidates, decision.low, decision.high)
            yield from (Answer(seat, "discard", refs) for refs in sets)
        case "reveal":
            count = detail(decision, "count")
            yield Answer(seat, "reveal")
            cards = known(state, decision.candidates)
            sets = card_sets(state, seat, cards, count or 1, count or len(cards))
            yield from (Answer(seat, "reveal", refs) for refs in sets)
        case "block":
            low = 1 if attack.must_block(state) else 0
            yield from blocks(state, decision, low)
        case "assign":
            yield from assignments(state, decision)
        case _:
            yield from single(state, decision)


def blocks(state: EpicState, decision: Decision, low: int) -> Iterator[Answer]:
    """Yield every block of at least ``low`` champions."""
    for refs in subsets(decision.candidates, low):
        if state.readings[ABLE_BLOCKERS] and refs:
            group = [champion for oid in refs if (champion := state.find(oid)) is not None]
            if next(attack.group_faults(state, group), None) is not None:
                continue
        yield Answer(decision.seat, "block", refs)


def single(state: EpicState, decision: Decision) -> Iterator[Answer]:
    """Yield the answers to decisions that take one thing out of a short list."""
    seat = decision.seat
    match decision.kind:
        case "choose" if detail(decision, "recycle"):
            yield Answer(seat, "choose")
            yield from (Answer(seat, "choose", refs) for refs in recyclings(state, decision))
        case "target" | "choose" if detail(decision, "several"):
            sets = thing_sets(state, seat, known(state, decision.candidates), decision.low, decision.high)
            yield from (Answer(seat, decision.kind, refs) for refs in sets)
        case "target" | "choose":
            yield from (Answer(seat, decision.kind, (ref,)) for ref in known(state, decision.candidates))
        case "may":
            yield from (Answer(seat, "yes"), Answer(seat, "no"))
        case "number":
            yield from (Answer(seat, "number", (), number) for number in range(decision.low, decision.high + 1))
        case "order":
            yield from orders(state, seat)
        case "draw":
            owner = detail(decision, "seat")
            deck = state.seats[owner].deck
            # The draw that the first player skips (4.2.3a) may be from a deck that has run out.
            cards = representatives(state, deck[detail(decision, "place")], owner) if deck else ()
            drawn = known(state, cards) if detail(decision, "shown") else cards
            yield from (Answer(CHANCE, "draw", (cid,), owner) for cid in drawn)
        case "mode":
            every = (Answer(seat, "mode", (), option) for option in range(detail(decision, "count")))
            yield from (one for one in every if next(free_plays.mode_faults(state, decision, one), None) is None)


def known(state: EpicState, refs: Iterable[int]) -> tuple[int, ...]:
    """Return ``refs`` without the unknown cards: those have to be named before they are shown."""
    return tuple(ref for ref in refs if state.table.get(ref) is not UNKNOWN)


def plays(state: EpicState, seat: int) -> Iterator[Answer]:
    """Yield the cards that may be played and the powers that may be used."""
    allowed = playing.playable(state, seat)
    for cid in representatives(state, state.seats[seat].hand, seat) if allowed else ():
        yield from (Answer(seat, "play", (cid,), option) for card, option in allowed if card == cid)
    for source, options in power_sources(state, seat):
        for option in options:
            if playing.may_use(state, seat, source, option):
                yield Answer(seat, "use", (source,), option)


def power_sources(state: EpicState, seat: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return champions, gods and discarded cards of ``seat`` that have powers, with the indices of these."""
    table, player = state.table, state.seats[seat]
    found = [
        (champion.oid, table[champion.cid].powers)
        for champion in player.champions
        if table[champion.cid].powers and not lost(champion)
    ]
    if player.gods:
        found += [(cid, table[cid].powers) for cid in player.gods if table[cid].powers]
    grey = [cid for cid in player.discard if table[cid].grey_powers]
    if grey:
        found += [(cid, table[cid].grey_powers) for cid in representatives(state, grey, seat)]
    return found


def may_attack(state: EpicState, seat: int) -> tuple[list[int], list[int]]:
    """Return the champions that ``seat`` could declare as attackers now, and whom they could attack; both or none."""
    if state.turn != seat or state.phase != "main" or state.initiative != seat or state.no_attacks:
        return [], []
    able = attack.able_attackers(state, seat)
    attacked = attack.open_to_attack(state, seat) if able else []
    return (able, attacked) if attacked else ([], [])


def attacks(state: EpicState, seat: int) -> Iterator[Answer]:
    """Yield every attack that may be declared."""
    able, attacked = may_attack(state, seat)
    for defender in attacked:
        yield from (Answer(seat, "attack", refs, defender) for refs in subsets(tuple(able), 1))


def passes(state: EpicState, seat: int) -> Iterator[Answer]:
    """Yield passing and ending the turn, where allowed."""
    if playing.may_pass(state, seat):
        yield Answer(seat, "pass")
    if playing.may_end_turn(state, seat):
        yield Answer(seat, "end")


def orders(state: EpicState, seat: int) -> Iterator[Answer]:
    """Yield the triggers of ``seat`` of which one resolves next; interchangeable ones count once."""
    seen = waiting(state, seat)
    for source, ability in seen:
        if stand_in(state, source, (s for s, a in seen if a == ability), seat) == source:
            yield Answer(seat, "resolve", (source,), ability)


def subsets(refs: tuple[int, ...], low: int) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of at least ``low`` elements, small ones first."""
    ordered = sorted(refs)
    for size in range(low, len(ordered) + 1):
        yield from combinations(ordered, size)


def card_sets(state: EpicState, seat: int, cards: tuple[int, ...], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Yield sets of ``low`` to ``high`` cards that differ in names, each with the first of a name for ``seat``."""
    by_name: dict[str, list[int]] = {}
    for cid in ranked(state, cards, seat):
        by_name.setdefault(state.table[cid].name, []).append(cid)
    yield from (tuple(sorted(chosen)) for chosen in _out_of(list(by_name.values()), low, high))


def thing_sets(state: EpicState, seat: int, refs: tuple[int, ...], low: int, high: int) -> Iterator[tuple[int, ...]]:
    """Yield sets of ``low`` to ``high`` things; of cards of one name and owner the first for ``seat``."""
    alike: dict[tuple[str | int, int], list[int]] = {}
    for ref in ranked(state, refs, seat):
        alike.setdefault((state.table[ref].name, state.owners[ref]) if is_card(ref) else (ref, 0), []).append(ref)
    yield from (tuple(sorted(chosen)) for chosen in _out_of(list(alike.values()), low, high))


def _out_of(groups: list[list[int]], low: int, high: int) -> Iterator[tuple[int, ...]]:
    if not groups:
        if low <= 0:
            yield ()
        return
    most = sum(map(len, groups[1:]))
    for count in range(max(0, low - most), min(len(groups[0]), high) + 1):
        for rest in _out_of(groups[1:], low - count, high - count):
            yield (*groups[0][:count], *rest)


def recyclings(state: EpicState, decision: Decision) -> Iterator[tuple[int, ...]]:
    """Yield the pairs of cards to recycle, in both orders where the order is chosen (I-69)."""
    for pair in card_sets(state, decision.seat, decision.candidates, 2, 2):
        yield pair
        if detail(decision, "ordered") and state.table[pair[0]].name != state.table[pair[1]].name:
            yield (pair[1], pair[0])


def assignments(state: EpicState, decision: Decision) -> Iterator[Answer]:
    """Yield every way to divide damage."""
    total = detail(decision, "amount")
    if total:
        for size in range(decision.low, decision.high + 1):
            for targets in combinations(decision.candidates, size):
                for amounts in compositions(total - size, size):
                    points = tuple(amount + 1 for amount in amounts)
                    refs = tuple(ref for target in targets for ref in (decision.source, target))
                    yield Answer(decision.seat, "assign", refs, 0, points)
        return
    division = battle_damage.division(state)
    for shares in divisions(division):
        if next(battle_damage.assign_faults(state, division, shares), None) is None:
            yield as_answer(decision.seat, shares)


def as_answer(seat: int, shares: list[Packet]) -> Answer:
    """Return shares of damage as an answer."""
    ordered = sorted(shares)
    refs = tuple(ref for source, target, _ in ordered for ref in (source, target))
    return Answer(seat, "assign", refs, 0, tuple(amount for _, _, amount in ordered))
