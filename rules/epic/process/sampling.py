"""Drawing one legal answer by chance, for random play: what is drawn is always legal, nothing is listed in full.

Chance is asked by ``one``, ``some`` and ``between`` only, which need one number each time: the standard library's
``choice`` and ``sample`` take several times as long, and most of random play is drawing.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, TypeAlias, TypeVar

from rules.engine.decision import Answer, Decision, UndeterminedError
from rules.engine.ids import CHANCE
from rules.epic.answers.canonical import detail, normal, ranked
from rules.epic.battle import attack
from rules.epic.battle import damage as battle_damage
from rules.epic.board.damage import Packet
from rules.epic.board.triggers import waiting
from rules.epic.cards.printed import UNKNOWN, UNKNOWN_NAME
from rules.epic.players.seats import members
from rules.epic.plays import playing
from rules.epic.process import legal
from rules.epic.readings import ABLE_BLOCKERS
from rules.epic.state import EpicState

Thing = TypeVar("Thing")


class UnnamedCardError(UndeterminedError):
    """No answer is possible before an unknown card is named."""


def sample(state: EpicState, chance: random.Random) -> Answer:
    """Return one legal answer to the pending decision; it never concedes.

    Raises:
        ValueError: the game is over. UnnamedCardError: every answer would show an unknown card.
    """
    decision = state.pending
    if decision is None:
        raise ValueError("the game is over; nobody is asked anything")
    return DRAW.get(decision.kind, _single)(state, decision, chance)


def outcome(state: EpicState, number: int) -> Answer:
    """Return the answer of chance that ``number``, from 0 to 2^64 - 1, stands for.

    A draw takes one of the cards that may be on top, sorted by name, copies counted: the one at ``number * cards /
    2^64``, rounded down. Anything else takes one of the legal answers in their order likewise.

    Raises:
        ValueError: chance is not asked.
    """
    decision = state.pending
    if decision is None or decision.seat != CHANCE:
        raise ValueError("chance is not asked")
    if decision.kind == "draw":
        owner = detail(decision, "seat")
        cards = state.seats[owner].deck[detail(decision, "place")]
        names = sorted(state.table[cid].name for cid in cards)
        drawn = names[number * len(names) >> 64]
        return Answer(CHANCE, "draw", (min(cid for cid in cards if state.table[cid].name == drawn),), owner)
    options = list(legal.legal(state))
    return options[number * len(options) >> 64]


def outcomes(state: EpicState) -> list[tuple[Answer, int]]:
    """Return the answers of chance with their weights: of a draw how many of the cards that may be on top are it.

    Raises:
        UnnamedCardError: a card is revealed that may be an unknown one.
    """
    decision = state.pending
    if decision is None or decision.seat != CHANCE:
        return []
    if decision.kind != "draw":
        return [(answer, 1) for answer in legal.legal(state)]
    deck = state.seats[detail(decision, "seat")].deck
    copies = Counter(state.table[cid].name for cid in deck[detail(decision, "place")]) if deck else Counter()
    if detail(decision, "shown") and copies[UNKNOWN_NAME]:
        raise UnnamedCardError("the card that is revealed may be an unknown one, which has to be named first")
    return [(answer, copies[state.table[answer.refs[0]].name]) for answer in legal.legal(state)]


def one(chance: random.Random, things: Sequence[Thing]) -> Thing:
    """Return one of ``things``; nothing is drawn where there is no other."""
    count = len(things)
    return things[0] if count == 1 else things[int(chance.random() * count)]


def some(chance: random.Random, things: Iterable[Thing], count: int) -> list[Thing]:
    """Return ``count`` different ones of ``things``, in the order drawn."""
    left = list(things)
    drawn: list[Thing] = []
    for _ in range(count):
        index = int(chance.random() * len(left))
        drawn.append(left[index])
        left[index] = left[-1]
        left.pop()
    return drawn


def between(chance: random.Random, low: int, high: int) -> int:
    """Return a number from ``low`` to ``high``, both included."""
    return low + int(chance.random() * (high - low + 1))


def _single(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    options = list(legal.single(state, decision))
    if not options:
        raise UnnamedCardError("every answer shows an unknown card, which has to be named first")
    return one(chance, options)


def _pick(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    known = legal.known(state, decision.candidates)
    if not known:
        raise UnnamedCardError("every answer shows an unknown card, which has to be named first")
    return Answer(decision.seat, decision.kind, (one(chance, known),))


def _order(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    source, ability = one(chance, waiting(state, decision.seat))
    return normal(state, Answer(decision.seat, "resolve", (source,), ability))


def _draw(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    owner = detail(decision, "seat")
    table = state.table
    cards = state.seats[owner].deck[detail(decision, "place")]
    drawn = table[one(chance, cards)]
    if drawn is UNKNOWN and detail(decision, "shown"):
        raise UnnamedCardError("everybody sees the unknown card that is revealed, so it has to be named first")
    return Answer(CHANCE, "draw", (min([cid for cid in cards if table[cid] is drawn]),), owner)


def _mulligan(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    count = min(one(chance, (0, 0, 1, 2, 5)), decision.high)
    return Answer(decision.seat, "mulligan", _cards(state, decision, chance, count))


def _discard(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    return Answer(decision.seat, "discard", _cards(state, decision, chance, decision.low))


def _reveal(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    count = detail(decision, "count")
    there = len(legal.known(state, decision.candidates))
    wanted = count or (between(chance, 1, there) if there else 1)
    willing = there >= wanted and chance.random() < 0.8
    return Answer(decision.seat, "reveal", _cards(state, decision, chance, wanted if willing else 0))


def _act(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    """Draw from everything that could be tried until something is allowed; a pass is, unless an attack is due."""
    seat = decision.seat
    if state.variant.shared:
        seat = chance.choice(members(state, seat))
    plays = playing.playable(state, seat)
    others: Sequence[Attempt] = ELSEWHERE
    if state.turn == decision.seat and state.phase == "main":
        others = AFTER_OFFERING if state.passed else IN_MAIN
    count = len(plays)
    while True:
        index = int(chance.random() * (count + len(others)))
        if index < count:
            return _play(state, seat, *plays[index])
        attempt = others[index - count]
        answer = attempt(state, seat if attempt is _use else decision.seat, chance)
        if answer is not None:
            return answer
        others = [other for other in others if other is not attempt]


def _play(state: EpicState, seat: int, cid: int, option: int) -> Answer:
    """Return the play of a card as that of the lowest of its name in hand, where all cards have one owner."""
    table, hand = state.table, state.seats[seat].hand
    card = table[cid]
    return Answer(seat, "play", (min([each for each in hand if table[each] is card]),), option)


def _use(state: EpicState, seat: int, chance: random.Random) -> Answer | None:
    allowed = [
        (source, option)
        for source, options in legal.power_sources(state, seat)
        for option in options
        if playing.may_use(state, seat, source, option)
    ]
    if not allowed:
        return None
    source, option = one(chance, allowed)
    return Answer(seat, "use", (source,), option)


@cache
def _passing(seat: int) -> Answer:
    return Answer(seat, "pass")


def _pass(state: EpicState, seat: int, _chance: random.Random) -> Answer | None:
    return _passing(seat) if playing.may_pass(state, seat) else None


def _end(state: EpicState, seat: int, _chance: random.Random) -> Answer | None:
    return Answer(seat, "end") if playing.may_end_turn(state, seat) else None


def _attack(state: EpicState, seat: int, chance: random.Random) -> Answer | None:
    able, attacked = legal.may_attack(state, seat)
    if not able:
        return None
    size = 1 + int(chance.random() * len(able))
    return Answer(seat, "attack", tuple(sorted(some(chance, able, size))), one(chance, attacked))


Attempt: TypeAlias = Callable[[EpicState, int, random.Random], Answer | None]
ELSEWHERE: Final[tuple[Attempt, ...]] = (_pass, _use)
IN_MAIN: Final[tuple[Attempt, ...]] = (_pass, _use, _attack, _attack)
AFTER_OFFERING: Final[tuple[Attempt, ...]] = (_pass, _use, _attack, _attack, _end)
"""What may be tried beside playing a card; an attack is worth more than the rest."""


def _cards(state: EpicState, decision: Decision, chance: random.Random, count: int) -> tuple[int, ...]:
    """Return ``count`` random cards among the candidates, as the lowest numbers of their names."""
    shown = decision.kind not in {"mulligan", "discard"}
    cards = legal.known(state, decision.candidates) if shown else decision.candidates
    names = [state.table[cid].name for cid in some(chance, cards, count)]
    chosen: list[int] = []
    for cid in ranked(state, cards, decision.seat):
        if state.table[cid].name in names:
            names.remove(state.table[cid].name)
            chosen.append(cid)
    return tuple(chosen)


def _block(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    low = 1 if attack.must_block(state) else 0
    size = between(chance, low, min(len(decision.candidates), 3))
    chosen = tuple(sorted(some(chance, decision.candidates, size)))
    if chosen and state.readings[ABLE_BLOCKERS]:
        group = [champion for oid in chosen if (champion := state.find(oid)) is not None]
        if next(attack.group_faults(state, group), None) is not None:
            # None of these could block alone: all together can, or nobody would have been asked.
            chosen = tuple(sorted(decision.candidates))
    return Answer(decision.seat, "block", chosen)


def _assign(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    total = detail(decision, "amount")
    if total:
        targets = sorted(some(chance, decision.candidates, between(chance, decision.low, decision.high)))
        points = _split(total - len(targets), len(targets), chance)
        refs = tuple(ref for target in targets for ref in (decision.source, target))
        return Answer(decision.seat, "assign", refs, 0, tuple(point + 1 for point in points))
    division = battle_damage.division(state)
    shares: list[Packet] = []
    if division.extra:
        return legal.as_answer(decision.seat, _poured(division))
    excess = 0
    if division.excess and (division.forced or chance.random() < 0.8):
        excess = division.excess
    if excess and not division.forced:
        return _divided(state, decision, division, _pierce(division, chance))
    for source, offense, pierces in division.sources:
        through = min(offense, excess) if pierces else 0
        excess -= through
        if through:
            shares.append((source, division.player, through))
        points = _split(offense - through, len(division.targets), chance)
        shares += [(source, target, n) for target, n in zip(division.targets, points, strict=True) if n]
    return _divided(state, decision, division, shares)


def _divided(state: EpicState, decision: Decision, division: battle_damage.Division, shares: list[Packet]) -> Answer:
    """Return the shares as an answer; others where one champion has to get enough before the next (I-83)."""
    if division.enough and next(battle_damage.assign_faults(state, division, shares), None) is not None:
        shares = _poured(division)
    return legal.as_answer(decision.seat, shares)


def _poured(division: battle_damage.Division) -> list[Packet]:
    """Return shares that give one target after the other enough, with all of the excess that breakthrough may give."""
    given: dict[tuple[int, int], int] = {}
    wants, through = dict(division.needs or division.enough), division.excess
    for source, offense, pierces in sorted(division.sources, key=lambda each: not each[2]):
        left = offense
        for target, wanted in wants.items():
            share = given[source, target] = min(left, wanted)
            wants[target] -= share
            left -= share
        over = min(through, through if division.extra else left) if pierces else 0
        given[source, division.player] = over
        through -= over
        first = (source, division.targets[0])
        given[first] = given.get(first, 0) + left - (0 if division.extra else over)
    return [(source, target, amount) for (source, target), amount in given.items() if amount]


def _choose(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    if detail(decision, "several"):
        there = list(legal.known(state, decision.candidates))
        size = between(chance, min(decision.low, len(there)), min(decision.high, len(there)))
        return normal(state, Answer(decision.seat, decision.kind, tuple(some(chance, there, size))))
    if not detail(decision, "recycle"):
        return _pick(state, decision, chance)
    if chance.random() < 0.2:
        return Answer(decision.seat, "choose")
    return normal(state, Answer(decision.seat, "choose", tuple(some(chance, decision.candidates, 2))))


def _pierce(division: battle_damage.Division, chance: random.Random) -> list[Packet]:
    """Return shares that give the player all of the excess, after each blocker got its defense from breakthrough."""
    needs = dict(division.needs)
    shares: list[Packet] = []
    for source, offense, pierces in division.sources:
        if not pierces:
            points = _split(offense, len(division.targets), chance)
            shares += [(source, target, n) for target, n in zip(division.targets, points, strict=True) if n]
            continue
        left = offense
        for target, need in needs.items():
            share = min(left, need)
            if share:
                shares.append((source, target, share))
            needs[target] -= share
            left -= share
        if left:
            shares.append((source, division.player, left))
    return shares


def _split(total: int, parts: int, chance: random.Random) -> list[int]:
    cuts = sorted(between(chance, 0, total) for _ in range(parts - 1))
    return [after - before for before, after in zip([0, *cuts], [*cuts, total], strict=True)]


DRAW: Final[dict[str, Callable[[EpicState, Decision, random.Random], Answer]]] = {
    "act": _act,
    "assign": _assign,
    "block": _block,
    "choose": _choose,
    "discard": _discard,
    "draw": _draw,
    "mulligan": _mulligan,
    "order": _order,
    "reveal": _reveal,
    "target": _choose,
}
"""How an answer is drawn for the kinds of decision whose answers are not simply listed."""
