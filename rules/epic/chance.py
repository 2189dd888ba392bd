"""Drawing one legal answer by chance, for random play: what is drawn is always legal, nothing is listed in full."""

import random
from collections.abc import Callable
from typing import Final

from rules.engine.decision import Answer, Decision
from rules.engine.ids import CHANCE
from rules.epic import answers, battle, combat
from rules.epic.check import FAULTS
from rules.epic.damage import Packet
from rules.epic.normal import detail, normal
from rules.epic.state import EpicState


class UnnamedCardError(ValueError):
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


def _single(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    options = list(answers.single(state, decision))
    if not options:
        raise UnnamedCardError("every answer shows an unknown card, which has to be named first")
    return chance.choice(options)


def _draw(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    owner = detail(decision, "seat")
    drawn = state.table[chance.choice(state.seats[owner].deck[0])].name
    cid = next(c for c in decision.candidates if state.table[c].name == drawn)
    return Answer(CHANCE, "draw", (cid,), owner)


def _mulligan(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    count = min(chance.choice((0, 0, 1, 2, 5)), decision.high)
    return Answer(decision.seat, "mulligan", _cards(state, decision, chance, count))


def _discard(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    return Answer(decision.seat, "discard", _cards(state, decision, chance, decision.low))


def _reveal(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    count = detail(decision, "count")
    willing = len(answers.known(state, decision.candidates)) >= count and chance.random() < 0.8
    return Answer(decision.seat, "reveal", _cards(state, decision, chance, count if willing else 0))


PASS, END, USE, ATTACK = range(4)
"""What may be tried beside playing a card; a card is tried by its number."""


def _act(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    """Draw from everything that could be tried until one has no fault; passing has none unless an attack is due."""
    tries = [PASS, USE, *answers.known(state, state.seats[decision.seat].hand)]
    if state.turn == decision.seat and state.phase == "main":
        tries += [ATTACK, ATTACK, END] if state.passed else [ATTACK, ATTACK]
    while True:
        index = int(chance.random() * len(tries))
        answer = _try(state, decision, tries[index], chance)
        if answer is not None:
            return answer
        tries[index] = tries[-1]
        tries.pop()


def _try(state: EpicState, decision: Decision, what: int, chance: random.Random) -> Answer | None:
    seat = decision.seat
    if what == ATTACK:
        able = answers.may_attack(state, seat)
        return _attack(state, seat, able, chance) if able else None
    if what == PASS:
        found = [Answer(seat, "pass")]
    elif what == END:
        found = [Answer(seat, "end")]
    elif what == USE:
        sources = answers.power_sources(state, seat)
        found = [Answer(seat, "use", (source,), option) for source, options in sources for option in options]
    else:
        found = [Answer(seat, "play", (what,), option) for option in range(len(state.table[what].modes))]
    legal = [answer for answer in found if next(FAULTS[answer.verb](state, decision, answer), None) is None]
    return normal(state, chance.choice(legal)) if legal else None


def _attack(state: EpicState, seat: int, able: list[int], chance: random.Random) -> Answer:
    size = 1 + int(chance.random() * len(able))
    defender = chance.choice(answers.opponents(state, seat))
    return Answer(seat, "attack", tuple(sorted(chance.sample(able, size))), defender)


def _cards(state: EpicState, decision: Decision, chance: random.Random, count: int) -> tuple[int, ...]:
    """Return ``count`` random cards among the candidates, as the lowest numbers of their names."""
    shown = decision.kind not in {"mulligan", "discard"}
    cards = answers.known(state, decision.candidates) if shown else decision.candidates
    names = [state.table[cid].name for cid in chance.sample(cards, count)]
    chosen: list[int] = []
    for cid in sorted(cards):
        if state.table[cid].name in names:
            names.remove(state.table[cid].name)
            chosen.append(cid)
    return tuple(chosen)


def _block(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    low = 1 if battle.must_block(state) else 0
    size = chance.randint(low, min(len(decision.candidates), 3))
    return Answer(decision.seat, "block", tuple(sorted(chance.sample(decision.candidates, size))))


def _assign(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    total = detail(decision, "amount")
    if total:
        targets = sorted(chance.sample(decision.candidates, chance.randint(decision.low, decision.high)))
        points = _split(total - len(targets), len(targets), chance)
        refs = tuple(ref for target in targets for ref in (decision.source, target))
        return Answer(decision.seat, "assign", refs, 0, tuple(point + 1 for point in points))
    division = combat.division(state)
    shares: list[Packet] = []
    excess = 0
    if division.excess and (division.forced or chance.random() < 0.8):
        excess = division.excess
    if excess and not division.forced:
        return answers.as_answer(decision.seat, _pierce(division, chance))
    for source, offense, pierces in division.sources:
        through = min(offense, excess) if pierces else 0
        excess -= through
        if through:
            shares.append((source, division.player, through))
        points = _split(offense - through, len(division.targets), chance)
        shares += [(source, target, n) for target, n in zip(division.targets, points, strict=True) if n]
    return answers.as_answer(decision.seat, shares)


def _choose(state: EpicState, decision: Decision, chance: random.Random) -> Answer:
    if not detail(decision, "recycle"):
        return _single(state, decision, chance)
    if chance.random() < 0.2:
        return Answer(decision.seat, "choose")
    return normal(state, Answer(decision.seat, "choose", tuple(chance.sample(decision.candidates, 2))))


def _pierce(division: combat.Division, chance: random.Random) -> list[Packet]:
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
    cuts = sorted(chance.randint(0, total) for _ in range(parts - 1))
    return [after - before for before, after in zip([0, *cuts], [*cuts, total], strict=True)]


DRAW: Final[dict[str, Callable[[EpicState, Decision, random.Random], Answer]]] = {
    "act": _act,
    "assign": _assign,
    "block": _block,
    "choose": _choose,
    "discard": _discard,
    "draw": _draw,
    "mulligan": _mulligan,
    "reveal": _reveal,
}
"""How an answer is drawn for the kinds of decision whose answers are not simply listed."""
