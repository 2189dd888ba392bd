"""The damage step: who may assign what, and dealing it all at once (4.4.11 to 4.4.13, 5.7, I-75, I-79 to I-84).

A share is ``(source, target, points)``. The attacking player's shares are announced first, then the defending
player's (I-83); one answer holds all shares of a player for the whole battle.
"""

from collections.abc import Iterator

from rules.engine.decision import Answer, Decision, Violation
from rules.epic.battle import attackers, blockers
from rules.epic.continuous import has, view
from rules.epic.damage import Packet, deal, settle
from rules.epic.events import RB, by_version, happened
from rules.epic.naming import called
from rules.epic.state import Champion, EpicState, Frame
from rules.epic.traits import Keyword
from rules.epic.unasked import listened, unasked

BREAKTHROUGH_BOOK = "RB:keywords-and-terms/breakthrough"


class Division:
    """What one player divides in the damage step.

    Attributes:
        seat: who divides.
        sources: ``(oid, offense, may pierce)`` of each champion that deals damage.
        targets: the opposing champions still in the battle.
        player: the defending seat when breakthrough damage can reach it, else -1.
        excess: points that breakthrough can give to the player at most.
        forced: all of the excess must go to the player (CR-2016-03, I-80).
        needs: for RB-2017, defense of each target: what breakthrough champions assign to it before any excess.
    """

    __slots__ = ("excess", "forced", "needs", "player", "seat", "sources", "targets")

    def __init__(self, seat: int, sources: list[tuple[int, int, bool]], targets: list[int]) -> None:
        self.seat = seat
        self.sources = sources
        self.targets = targets
        self.player = -1
        self.excess = 0
        self.forced = False
        self.needs: dict[int, int] = {}

    def shares_of(self, answer: Answer) -> list[Packet]:
        """Return the shares in ``answer`` as triples."""
        pairs = zip(answer.refs[::2], answer.refs[1::2], answer.amounts, strict=True)
        return [(source, target, amount) for source, target, amount in pairs]


def _sources(state: EpicState, champions: list[Champion]) -> list[tuple[int, int, bool]]:
    return [
        (champion.oid, view(state, champion).offense, has(state, champion, Keyword.BREAKTHROUGH))
        for champion in champions
        if view(state, champion).offense > 0
    ]


def attacker_division(state: EpicState) -> Division:
    """Return what the attacking player divides against blockers."""
    defending = blockers(state)
    division = Division(state.turn, _sources(state, attackers(state)), [c.oid for c in defending])
    defense = {champion.oid: max(0, view(state, champion).defense) for champion in defending}
    piercing = sum(offense for _, offense, pierces in division.sources if pierces)
    division.excess = max(0, piercing - sum(defense.values()))
    if division.excess:
        division.player = state.defender
        division.forced = state.version != RB
        division.needs = defense
    return division


def defender_division(state: EpicState) -> Division:
    """Return what the defending player divides against attackers."""
    return Division(state.defender, _sources(state, blockers(state)), [c.oid for c in attackers(state)])


def division(state: EpicState) -> Division:
    """Return what the player who is asked now divides."""
    return attacker_division(state) if state.frames[-1].index == 0 else defender_division(state)


def only_way(division: Division) -> list[Packet] | None:
    """Return the only possible shares, or ``None`` when there is a choice."""
    if not division.sources or not division.targets:
        return []
    if not division.excess:
        if len(division.targets) > 1:
            return None
        return [(source, division.targets[0], offense) for source, offense, _ in division.sources]
    piercing = [source for source in division.sources if source[2]]
    everything = division.excess == sum(offense for _, offense, _ in piercing)
    if not division.forced or len(division.targets) > 1 or (len(piercing) > 1 and not everything):
        return None
    shares: list[Packet] = []
    for source, offense, pierces in division.sources:
        through = min(offense, division.excess) if pierces else 0
        if offense > through:
            shares.append((source, division.targets[0], offense - through))
        if through:
            shares.append((source, division.player, through))
    return shares


def run_battle_damage(state: EpicState, frame: Frame) -> None:
    """Ask both players for their shares in turn, then deal everything at the same time."""
    state.cause = frame.cause
    if frame.index == 0 and listened() and not (state.blocked and blockers(state)):
        unasked(state, _ask(state, attacker_division(state)))
    if frame.index == 0 and not state.blocked:
        frame.index = 2
        frame.data["shares"] = tuple((source, state.defender, n) for source, n, _ in _sources(state, attackers(state)))
        frame.data["rules"] = ("4.4.11",)
    if frame.index == 0 and not blockers(state):
        # Blocked, but no blocker is left: only breakthrough reaches the player, all of it (I-75).
        frame.index = 2
        sources = _sources(state, attackers(state))
        frame.data["shares"] = tuple((source, state.defender, n) for source, n, pierces in sources if pierces)
        frame.data["rules"] = ("4.4.12", "4.4.6a", "5.7.4", "I-75")
    if frame.data.get("rules") and frame.data["shares"]:
        args = (state.turn, *(part for share in frame.data["shares"] for part in share))
        happened(state, "assign", args, frame.data["rules"])
    while frame.index < 2:
        mine = division(state)
        shares = only_way(mine)
        if shares is None:
            state.pending = _ask(state, mine)
            return
        if listened():
            unasked(state, _ask(state, mine))
        _announce(state, frame, mine, shares)
    _deal(state, frame)


def _ask(state: EpicState, mine: Division) -> Decision:
    targets = (*mine.targets, mine.player) if mine.excess else tuple(mine.targets)
    rules = ["4.4.11b", "I-83"]
    if mine.excess:
        rules += by_version(state, ("4.4.11a", "5.7.1", "I-80"), (BREAKTHROUGH_BOOK, "I-80"))
    return Decision(
        mine.seat,
        "assign",
        tuple(sorted(targets)),
        rules=tuple(rules),
        detail=(("excess", mine.excess), *((f"offense {source}", n) for source, n, _ in mine.sources)),
    )


def assigned(state: EpicState, answer: Answer) -> None:
    """Take a player's shares and go on to the other's, or to the damage."""
    mine = division(state)
    _announce(state, state.frames[-1], mine, mine.shares_of(answer))


def _announce(state: EpicState, frame: Frame, mine: Division, shares: list[Packet]) -> None:
    frame.index += 1
    frame.data["shares"] = (*frame.data["shares"], *shares)
    if shares:
        rules: tuple[str, ...] = ("4.4.11", "4.4.11b", "I-79", "I-83")
        if any(target == mine.player for _, target, _ in shares):
            rules += by_version(state, ("4.4.11a", "5.7.1", "I-80", "I-82"), (BREAKTHROUGH_BOOK, "I-80", "I-82"))
        happened(state, "assign", (mine.seat, *(part for share in shares for part in share)), rules)


def _deal(state: EpicState, frame: Frame) -> None:
    state.frames.remove(frame)
    deal(state, list(frame.data["shares"]), frame.data.get("rules", ("4.4.11", "4.4.11b")))
    settle(state)


def assign_faults(state: EpicState, mine: Division, shares: list[Packet]) -> Iterator[Violation]:
    """Yield what is wrong with the division of battle damage in ``shares``."""
    offenses = {source: offense for source, offense, _ in mine.sources}
    piercing = {source for source, _, pierces in mine.sources if pierces}
    given = dict.fromkeys(offenses, 0)
    through = 0
    from_piercing = dict.fromkeys(mine.needs, 0)
    for source, target, amount in shares:
        if source not in offenses:
            yield Violation(
                "4.4.11", f"{called(state, source)} deals no damage in this battle for {state.names[mine.seat]}."
            )
            continue
        given[source] += amount
        if mine.excess and target == mine.player:
            through += amount
            if source not in piercing:
                yield Violation(
                    "5.7.2",
                    f"{called(state, source)} has no breakthrough and cannot deal damage to {called(state, target)}.",
                )
        elif target not in mine.targets:
            yield _misdirected(state, mine, source, target)
        elif source in piercing and target in from_piercing:
            from_piercing[target] += amount
    for source, offense in offenses.items():
        if given[source] != offense:
            yield Violation(
                "4.4.11",
                f"{called(state, source)} deals {offense} damage, its offense; {given[source]} is assigned (I-83).",
            )
    yield from _breakthrough_faults(state, mine, through, from_piercing)


def _misdirected(state: EpicState, mine: Division, source: int, target: int) -> Violation:
    """Return why ``source`` deals no damage to ``target`` in this battle."""
    words = f"{called(state, source)} cannot deal damage to {called(state, target)}"
    attacking = mine.seat == state.turn
    if attacking and not state.blocked:
        return Violation("4.4.11", f"{words}: the attack is not blocked, so all its damage goes to the player.")
    if target != state.defender or not attacking:
        part = "blocking" if attacking else "attacking"
        return Violation("4.4.11", f"{words}: {called(state, target)} is not {part} in this battle.")
    piercing = [offense for oid, offense, pierces in mine.sources if pierces]
    if source not in [oid for oid, _, pierces in mine.sources if pierces]:
        return Violation("4.4.11", f"{words}: the attack is blocked and it has no breakthrough (5.7.2).")
    total = sum(max(0, view(state, champion).defense) for champion in blockers(state))
    return Violation(
        "4.4.11a",
        f"{words}: its breakthrough leaves no excess, as {sum(piercing)} offense with breakthrough does not exceed the "
        f"blockers' {total} defense (5.7.1).",
    )


def _breakthrough_faults(
    state: EpicState, mine: Division, through: int, from_piercing: dict[int, int]
) -> Iterator[Violation]:
    if not mine.excess:
        return
    if mine.forced:
        if through != mine.excess:
            yield Violation(
                "4.4.11a",
                f"Breakthrough deals {called(state, mine.player)} exactly the excess of {mine.excess}, "
                f"not {through} (I-80).",
            )
        return
    if through:
        for target, need in mine.needs.items():
            if from_piercing[target] < need:
                yield Violation(
                    BREAKTHROUGH_BOOK,
                    f"Before breakthrough damage reaches {called(state, mine.player)}, breakthrough champions assign "
                    f"{need} (its defense) to {called(state, target)}; {from_piercing[target]} is assigned.",
                )
