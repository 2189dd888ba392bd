"""One function for each kind of instruction in ``rules.epic.effects.instructions``.

Each does its work, or raises ``Asking`` before anything has happened; ``done`` moves the frame on.
"""

from collections.abc import Callable
from typing import Any

from rules.engine.decision import Violation
from rules.engine.ids import FIRST_TOKEN_KIND, is_object
from rules.epic import choosing
from rules.epic.continuous import changed
from rules.epic.damage import banish_all, bounce_all, break_all, deal, gain
from rules.epic.effects import (
    Amount,
    Banish,
    Bounce,
    Break,
    BreakAtEnd,
    Counters,
    CreateToken,
    Damage,
    DamageSplit,
    Draw,
    EachKeepsOne,
    Expend,
    Gain,
    If,
    JoinBattle,
    Lasts,
    May,
    Modify,
    NoMoreAttacks,
    Prepare,
    PutIntoPlay,
    Recall,
    Recycle,
    When,
)
from rules.epic.events import happened
from rules.epic.frames import done, push_nested
from rules.epic.naming import called, player
from rules.epic.printed import TOKEN_NAMES
from rules.epic.selecting import select
from rules.epic.state import EXPENDED, FLIPPED, PREPARED, Champion, EpicState, Frame, Trigger
from rules.epic.triggers import DELAYED, note_when
from rules.epic.unasked import unasked
from rules.epic.zones import enter, push_draw, take_card


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


def _if(state: EpicState, frame: Frame, node: If) -> None:
    index = frame.index
    done(frame)
    alignment = node.condition.alignment
    if alignment in state.seats[frame.controller].ones_played:
        push_nested(state, frame, index)
    else:
        _say_unmet(state, frame, node)
        happened(state, "condition-fails", (frame.controller, frame.source), If.RULES)


def _say_unmet(state: EpicState, frame: Frame, node: If) -> None:
    """Say why nothing inside a condition is asked."""

    def why() -> Violation:
        name = player(state, frame.controller)
        asked = f"{called(state, frame.source)} asks for a 1-cost {node.condition.alignment} card played this turn"
        return Violation("3.2.3", f"{asked}, and {name} has played none.")

    for inner in node.effects:
        if isinstance(inner, Recycle):
            unasked(state, choosing.recycling(state, frame), why)


CARRY_OUT: dict[type, Callable[[EpicState, Frame, Any], None]] = {
    Banish: _banish,
    Bounce: _bounce,
    Break: _break,
    BreakAtEnd: _break_at_end,
    Counters: _counters,
    CreateToken: _create_token,
    Damage: _damage,
    DamageSplit: choosing.damage_split,
    Draw: _draw,
    EachKeepsOne: choosing.each_keeps_one,
    Expend: _expend,
    Gain: _gain,
    If: _if,
    JoinBattle: _join_battle,
    May: choosing.may,
    Modify: _modify,
    NoMoreAttacks: _no_more_attacks,
    Prepare: _prepare,
    PutIntoPlay: _put_into_play,
    Recall: _recall,
    Recycle: choosing.recycle,
}
