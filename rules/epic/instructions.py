"""One function for each kind of instruction in ``rules.epic.effects.instructions``.

Each does its work, or raises ``Asking`` before anything has happened; ``done`` moves the frame on.
"""

from collections.abc import Callable, Iterator
from typing import Any

from rules.engine.decision import Answer, Decision
from rules.engine.ids import FIRST_TOKEN_KIND, is_object
from rules.epic.continuous import changed
from rules.epic.damage import Packet, banish_all, bounce_all, break_all, deal, gain
from rules.epic.effects import (
    All,
    Amount,
    Banish,
    Bounce,
    Break,
    BreakAtEnd,
    Choice,
    Counters,
    CreateToken,
    Damage,
    DamageSplit,
    Draw,
    EachKeepsOne,
    Expend,
    Gain,
    If,
    Instruction,
    JoinBattle,
    Lasts,
    May,
    Modify,
    Namesakes,
    NoMoreAttacks,
    Prepare,
    PutIntoPlay,
    Recall,
    Recycle,
    Selector,
    Target,
    Union,
    What,
    When,
)
from rules.epic.events import RB, by_version, happened
from rules.epic.printed import TOKEN_NAMES
from rules.epic.selecting import candidates, select
from rules.epic.state import EXPENDED, FLIPPED, PREPARED, Champion, EpicState, Frame, Trigger
from rules.epic.triggers import DELAYED, in_turn_order, note_when
from rules.epic.zones import enter, push_draw, take_card, to_bottom


def done(frame: Frame, affected: list[int] | None = None) -> None:
    """Move on to the next instruction; ``affected`` is what this one really applied to."""
    frame.index += 1
    frame.data.pop("picks", None)
    if affected is not None:
        frame.data["affected"] = tuple(affected)


def picks_in(instruction: Instruction) -> Iterator[Target | Choice]:
    """Yield the picks of an instruction in reading order, those of nested instructions left out."""
    for name in ("to", "what", "who", "on", "cards"):
        selector = getattr(instruction, name, None)
        if selector is not None and not isinstance(selector, What):
            yield from _picks_of(selector)


def _picks_of(selector: Selector) -> Iterator[Target | Choice]:
    match selector:
        case Target():
            yield selector
        case Choice(_, _, of):
            if of is not None:
                yield from _picks_of(of)
            yield selector
        case All(_, of) if of is not None:
            yield from _picks_of(of)
        case Namesakes(of):
            yield from _picks_of(of)
        case Union(parts):
            for part in parts:
                yield from _picks_of(part)


def _champions(state: EpicState, refs: list[int]) -> list[Champion]:
    return [champion for ref in refs if is_object(ref) and (champion := state.find(ref)) is not None]


def _amount(state: EpicState, frame: Frame, amount: Amount) -> int:
    if isinstance(amount, int):
        return amount
    champion = state.find(frame.source)
    return champion.hurt if champion is not None else 0


def _draw(state: EpicState, frame: Frame, node: Draw) -> None:
    done(frame)
    push_draw(state, frame.controller, node.count, ("1.6.1", "3.2.3"))


def _damage(state: EpicState, frame: Frame, node: Damage) -> None:
    refs = select(state, frame, node.to)
    done(frame, deal(state, [(frame.source, ref, node.amount) for ref in refs], ("3.2.3", "2.1.6")))


def _damage_split(state: EpicState, frame: Frame, node: DamageSplit) -> None:
    targets = split_targets(state, frame, node)
    if not targets:
        happened(state, "no-target", (frame.controller, frame.source), ("5.20.1", "3.2.3c"))
        done(frame, [])
    elif len(targets) == 1:
        done(frame, deal(state, [(frame.source, targets[0], node.amount)], ("5.20.1", "3.2.3d")))
    else:
        state.pending = Decision(
            frame.controller,
            "assign",
            tuple(targets),
            low=1,
            high=min(node.most, node.amount, len(targets)),
            source=frame.source,
            rules=("5.20.1", "3.2.3d"),
            detail=(("amount", node.amount),),
        )


def split_targets(state: EpicState, frame: Frame, node: DamageSplit) -> list[int]:
    """Return what divided damage may be given to."""
    return candidates(state, frame, Target(node.what, node.where), None)


def split_answered(state: EpicState, answer: Answer) -> None:
    """Deal damage divided by an instruction."""
    frame = state.frames[-1]
    state.cause = frame.cause
    packets: list[Packet] = [
        (frame.source, target, amount) for target, amount in zip(answer.refs[1::2], answer.amounts, strict=True)
    ]
    for _, target, _ in packets:
        happened(state, "target", (answer.seat, frame.source, target), ("5.20.1", "3.2.3d"))
    done(frame, deal(state, packets, ("3.2.3", "2.1.6")))


def _gain(state: EpicState, frame: Frame, node: Gain) -> None:
    gain(state, frame.controller, node.amount, ("3.2.3", "1.5.2"))
    done(frame)


def _break(state: EpicState, frame: Frame, node: Break) -> None:
    break_all(state, _champions(state, select(state, frame, node.what)), ("3.2.3",))
    done(frame)


def _banish(state: EpicState, frame: Frame, node: Banish) -> None:
    refs = select(state, frame, node.what)
    cards = [ref for ref in refs if not is_object(ref)]
    banish_all(state, _champions(state, refs), cards, ("3.2.3", "5.15.1"))
    done(frame)


def _bounce(state: EpicState, frame: Frame, node: Bounce) -> None:
    bounce_all(state, _champions(state, select(state, frame, node.what)), ("3.2.3", "1.9.2"))
    done(frame)


def _create_token(state: EpicState, frame: Frame, node: CreateToken) -> None:
    kind = FIRST_TOKEN_KIND + TOKEN_NAMES.index(node.name)
    rules = ("2.3.2", "2.3.3", "2.3.4")
    made = [enter(state, kind, frame.controller, rules).oid for _ in range(node.count)]
    done(frame, made)


def _counters(state: EpicState, frame: Frame, node: Counters) -> None:
    refs = select(state, frame, node.on)
    count = _amount(state, frame, node.count)
    for champion in _champions(state, refs):
        if count > 0:
            champion.plus += count
            happened(state, "counters", (champion.oid, count, champion.plus), ("2.7[2]", "2.7.2", "2.7.3"))
    changed(state)
    done(frame, refs)


def _modify(state: EpicState, frame: Frame, node: Modify) -> None:
    refs = select(state, frame, node.who)
    modifiers: tuple[tuple[str, int | str], ...] = tuple(("keyword", str(keyword)) for keyword in node.keywords)
    if node.offense:
        modifiers = (("offense", node.offense), *modifiers)
    if node.defense:
        modifiers = (("defense", node.defense), *modifiers)
    lasting = node.lasts is Lasts.IN_PLAY
    for champion in _champions(state, refs):
        if lasting:
            champion.lasting += modifiers
        else:
            champion.until_end += modifiers
        args = (champion.oid, int(lasting), *(part for modifier in modifiers for part in modifier))
        happened(state, "modify", args, ("3.2.3", "5.0.7") if lasting else ("3.2.3", "4.5.2d"))
    changed(state)
    done(frame, refs)


def _expend(state: EpicState, frame: Frame, node: Expend) -> None:
    refs = select(state, frame, node.who)
    for champion in _champions(state, refs):
        if champion.position != EXPENDED:
            champion.position = EXPENDED
            happened(state, "expend", (champion.controller, champion.oid), ("3.2.3", "2.6.3", "I-16"))
    done(frame, refs)


def _prepare(state: EpicState, frame: Frame, node: Prepare) -> None:
    refs = select(state, frame, node.who)
    for champion in _champions(state, refs):
        if champion.position != PREPARED:
            champion.position = PREPARED
            happened(state, "prepare", (champion.controller, champion.oid), ("3.2.3", "2.6.2"))
    done(frame, refs)


def _put_into_play(state: EpicState, frame: Frame, node: PutIntoPlay) -> None:
    refs = select(state, frame, node.cards)
    rules = ("3.2.3", "2.1.7", "5.17.3", "I-58")
    entered = [enter(state, cid, frame.controller, rules).oid for cid in refs if take_card(state, cid)]
    done(frame, entered)


def _recycle(state: EpicState, frame: Frame, _node: Recycle) -> None:
    pile = state.seats[frame.controller].discard
    if len(pile) < 2:
        happened(state, "no-recycle", (frame.controller, frame.source), ("5.5.2",))
        done(frame)
        return
    ordered = state.version == RB
    state.pending = Decision(
        frame.controller,
        "choose",
        tuple(sorted(pile)),
        low=0,
        high=2,
        source=frame.source,
        rules=("5.5.1", "5.5.2", "5.5.5", *by_version(state, ("5.5.4",), ("RB:keywords-and-terms/recycle",)), "I-69"),
        detail=(("recycle", 2), ("ordered", int(ordered))),
    )


def recycled(state: EpicState, answer: Answer) -> None:
    """Put two cards under the deck and draw one, or decline (5.5, I-69)."""
    frame = state.frames[-1]
    state.cause = frame.cause
    done(frame)
    if not answer.refs:
        happened(state, "no-recycling", (answer.seat, frame.source), ("5.5.5",))
        return
    rules = ("5.5.1", *by_version(state, ("5.5.4",), ("RB:keywords-and-terms/recycle",)), "I-69")
    happened(state, "recycle", (answer.seat, *answer.refs), rules)
    for cid in answer.refs:
        take_card(state, cid)
    groups = [[cid] for cid in answer.refs] if state.version == RB else [list(answer.refs)]
    to_bottom(state, groups, rules)
    push_draw(state, answer.seat, 1, ("5.5.3", "1.6.1"))


def _recall(state: EpicState, frame: Frame, _node: Recall) -> None:
    cid = frame.source
    owner = state.owners.get(cid, frame.controller)
    if not is_object(cid) and cid in state.seats[owner].discard:
        take_card(state, cid)
        state.seats[owner].hand.append(cid)
        happened(state, "recall", (owner, cid), ("5.4.1",))
    else:
        happened(state, "no-recall", (frame.controller, cid), ("5.4.2",))
    done(frame)


def _each_keeps_one(state: EpicState, frame: Frame, node: EachKeepsOne) -> None:
    kept: tuple[int, ...] = frame.data.get("picks", ())
    for seat in in_turn_order(state, frame.controller)[len(kept) :]:
        oids = [champion.oid for champion in state.seats[seat].champions]
        if len(oids) > 1:
            state.pending = Decision(
                seat, "choose", tuple(sorted(oids)), source=frame.source, rules=(*node.RULES, "3.2.3")
            )
            return
        kept = (*kept, oids[0] if oids else 0)
        frame.data["picks"] = kept
        if oids:
            happened(state, "choose", (seat, frame.source, oids[0]), node.RULES)
    others = [champion for seat in state.seats for champion in seat.champions if champion.oid not in kept]
    break_all(state, others, ("3.2.3",))
    done(frame)


def kept_one(state: EpicState, answer: Answer) -> None:
    """Take one player's choice of the champion to keep."""
    frame = state.frames[-1]
    state.cause = frame.cause
    frame.data["picks"] = (*frame.data.get("picks", ()), answer.refs[0])
    happened(state, "choose", (answer.seat, frame.source, answer.refs[0]), EachKeepsOne.RULES)


def _no_more_attacks(state: EpicState, frame: Frame, _node: NoMoreAttacks) -> None:
    state.no_attacks = True
    happened(state, "no-attacks", (frame.controller,), NoMoreAttacks.RULES)
    done(frame)


def _join_battle(state: EpicState, frame: Frame, node: JoinBattle) -> None:
    refs = select(state, frame, node.who)
    source = state.find(frame.source)
    joined = []
    if source is not None and (source.attacking or source.blocking):
        for champion in _champions(state, refs):
            if source.attacking:
                champion.attacking = champion.attacked = True
                champion.position = EXPENDED
            else:
                champion.blocking = True
                champion.position = FLIPPED
            joined.append(champion)
            happened(state, "join", (champion.controller, champion.oid, int(champion.attacking)), node.RULES)
    changed(state)
    for champion in joined:
        note_when(state, When.ATTACKS if champion.attacking else When.BLOCKS, champion)
    done(frame, [champion.oid for champion in joined])


def _break_at_end(state: EpicState, frame: Frame, node: BreakAtEnd) -> None:
    refs = select(state, frame, node.what)
    if refs:
        cid = state.card_of(frame.source)
        seq = happened(state, "doom", (frame.controller, frame.source, *refs), node.RULES)
        state.delayed.append(Trigger(frame.controller, frame.source, cid, DELAYED, {"doomed": tuple(refs)}, seq))
    done(frame, refs)


def _may(state: EpicState, frame: Frame, node: May) -> None:
    if not possible(state, frame, node):
        happened(state, "nothing-to-do", (frame.controller, frame.source), ("3.2.3c",))
        done(frame)
        return
    state.pending = Decision(frame.controller, "may", source=frame.source, rules=node.RULES)


def may_answered(state: EpicState, answer: Answer) -> None:
    """Carry out the optional instructions, or go on without them."""
    frame = state.frames[-1]
    state.cause = frame.cause
    index = frame.index
    done(frame)
    happened(state, "may", (answer.seat, frame.source, int(answer.verb == "yes")), May.RULES)
    if answer.verb == "yes":
        _push_nested(state, frame, index)


def possible(state: EpicState, frame: Frame, instruction: May) -> bool:
    """Whether anything could come of the optional instructions: the first pick among them has a candidate."""
    for inner in instruction.effects:
        for pick in picks_in(inner):
            if isinstance(pick, Choice) and pick.of is not None:
                return True
            return bool(candidates(state, frame, pick, None))
    return True


def _if(state: EpicState, frame: Frame, node: If) -> None:
    index = frame.index
    done(frame)
    alignment = node.condition.alignment
    if alignment in state.seats[frame.controller].ones_played:
        _push_nested(state, frame, index)
    else:
        happened(state, "condition-fails", (frame.controller, frame.source), If.RULES)


CARRIED = ("picked", "affected")
"""What a nested list of instructions shares with the text around it."""


def _push_nested(state: EpicState, frame: Frame, index: int) -> None:
    data = {"path": (*frame.data["path"], index)}
    for name in CARRIED:
        if name in frame.data:
            data[name] = frame.data[name]
    state.frames.append(Frame("effects", frame.controller, frame.source, data, frame.cause))


CARRY_OUT: dict[type, Callable[[EpicState, Frame, Any], None]] = {
    Banish: _banish,
    Bounce: _bounce,
    Break: _break,
    BreakAtEnd: _break_at_end,
    Counters: _counters,
    CreateToken: _create_token,
    Damage: _damage,
    DamageSplit: _damage_split,
    Draw: _draw,
    EachKeepsOne: _each_keeps_one,
    Expend: _expend,
    Gain: _gain,
    If: _if,
    JoinBattle: _join_battle,
    May: _may,
    Modify: _modify,
    NoMoreAttacks: _no_more_attacks,
    Prepare: _prepare,
    PutIntoPlay: _put_into_play,
    Recall: _recall,
    Recycle: _recycle,
}
