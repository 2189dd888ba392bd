"""One function for each kind of instruction in ``rules.epic.effects.instructions``.

Each does its work, or raises ``Asking`` before anything has happened; ``done`` moves the frame on.
"""

from rules.engine.ids import is_object
from rules.epic.battle.attack import expended, expending
from rules.epic.board.continuous import altered, rearranged
from rules.epic.board.damage import banish_all, bounce_all, break_all, deal
from rules.epic.board.triggers import note_pile, note_when
from rules.epic.board.zones import enter, leave, take_card
from rules.epic.effects import (
    Banish,
    Blink,
    Bounce,
    Break,
    BreakAtEnd,
    Counters,
    Damage,
    DamageEach,
    Expend,
    GainsNothing,
    JoinBattle,
    Lasts,
    Modify,
    NoMoreAttacks,
    Pick,
    Prepare,
    PutIntoPlay,
    Recall,
    Target,
    ToHand,
    When,
)
from rules.epic.players.seats import once, once_a_side, reaches
from rules.epic.selection.amounts import points
from rules.epic.selection.evaluation import pick_in_turn, select
from rules.epic.state import (
    DELAYED,
    EXPENDED,
    FLIPPED,
    LOST,
    PREPARED,
    Champion,
    EpicState,
    Frame,
    TextFrame,
    Trigger,
    lost,
)
from rules.epic.state.frames import INSTRUCTIONS, done, text_of
from rules.epic.state.log import happened


def _champions(state: EpicState, refs: list[int]) -> list[Champion]:
    return [champion for ref in refs if is_object(ref) and (champion := state.find(ref)) is not None]


@INSTRUCTIONS.carries_out(Damage)
def _damage(state: EpicState, frame: TextFrame, node: Damage) -> None:
    refs = select(state, frame, node.to)
    concerned = refs
    if not node.by_recipient:
        refs = once_a_side(state, refs)
    seen = [_seen_by(frame, ref) if node.by_recipient else frame for ref in refs]
    shares = [(frame.source, ref, points(state, by, node.amount)) for ref, by in zip(refs, seen, strict=True)]
    done(frame, deal(state, shares, ("3.2.3", "2.1.6", *once(concerned, refs))))


def _seen_by(frame: TextFrame, seat: int) -> TextFrame:
    """Return a frame with the same facts in which "you" is the player at ``seat``."""
    return Frame(frame.kind, seat, frame.source, frame.data.copy(), frame.cause)


@INSTRUCTIONS.carries_out(DamageEach)
def _damage_each(state: EpicState, frame: TextFrame, node: DamageEach) -> None:
    refs = pick_in_turn(state, frame, Target(node.what, node.where), len(node.amounts))
    shares = [(frame.source, ref, amount) for ref, amount in zip(refs, node.amounts, strict=False)]
    done(frame, deal(state, shares, ("3.2.3", "2.1.6", "I-136")))


@INSTRUCTIONS.carries_out(Pick)
def _pick(state: EpicState, frame: TextFrame, node: Pick) -> None:
    done(frame, select(state, frame, node.what))


@INSTRUCTIONS.carries_out(Break)
def _break(state: EpicState, frame: TextFrame, node: Break) -> None:
    break_all(state, _champions(state, select(state, frame, node.what)), ("3.2.3",))
    done(frame)


@INSTRUCTIONS.carries_out(Banish)
def _banish(state: EpicState, frame: TextFrame, node: Banish) -> None:
    refs = select(state, frame, node.what)
    cards = [ref for ref in refs if not is_object(ref)]
    if node.played:
        cards = [cid for cid in cards if cid in state.seats[state.owners[cid]].supplemental]
    banish_all(state, _champions(state, refs), cards, ("3.2.3", "5.15.1"))
    done(frame, cards)


@INSTRUCTIONS.carries_out(Bounce)
def _bounce(state: EpicState, frame: TextFrame, node: Bounce) -> None:
    bounce_all(state, _champions(state, select(state, frame, node.what)), ("3.2.3", "1.9.2"))
    done(frame)


@INSTRUCTIONS.carries_out(Counters)
def _counters(state: EpicState, frame: TextFrame, node: Counters) -> None:
    refs = select(state, frame, node.on)
    count = points(state, frame, node.count)
    for champion in _champions(state, refs):
        if count > 0:
            champion.plus += count
            altered(state, champion)
            happened(state, "counters", (champion.oid, count, champion.plus), ("2.7[2]", "2.7.2", "2.7.3"))
    done(frame, refs)


@INSTRUCTIONS.carries_out(Modify)
def _modify(state: EpicState, frame: TextFrame, node: Modify) -> None:
    refs = select(state, frame, node.who)
    modifiers: tuple[tuple[str, int | str], ...] = tuple(("keyword", str(keyword)) for keyword in node.keywords)
    if node.offense:
        modifiers = (("offense", node.offense), *modifiers)
    if node.defense:
        modifiers = (("defense", node.defense), *modifiers)
    if node.abilities:
        modifiers = (*modifiers, ("granted", text_of(state, frame).name))
    if node.lose_abilities:
        modifiers = (LOST, *modifiers)
    lasting = node.lasts is Lasts.IN_PLAY
    for champion in _champions(state, refs):
        taken = modifiers
        if state.table[champion.cid].gains_nothing and not lost(champion):
            taken = tuple(modifier for modifier in modifiers if modifier[0] not in {"keyword", "granted"})
            happened(state, "gains-nothing", (champion.controller, champion.oid), GainsNothing.RULES)
        if lasting:
            champion.lasting += taken
        else:
            champion.until_end += taken
        if not taken:
            continue
        altered(state, champion)
        args = (champion.oid, int(lasting), *(part for modifier in taken for part in modifier))
        happened(state, "modify", args, ("3.2.3", "5.0.7") if lasting else ("3.2.3", "4.5.2d"))
    done(frame, refs)


@INSTRUCTIONS.carries_out(Expend)
def _expend(state: EpicState, frame: TextFrame, node: Expend) -> None:
    refs = select(state, frame, node.who)
    for champion in _champions(state, refs):
        if champion.stance != EXPENDED:
            champion.stance = EXPENDED
            rules = expending(champion, ("3.2.3", "2.6.3", "I-16"))
            happened(state, "expend", (champion.controller, champion.oid), rules)
            expended(state, champion)
    done(frame, refs)


@INSTRUCTIONS.carries_out(Prepare)
def _prepare(state: EpicState, frame: TextFrame, node: Prepare) -> None:
    refs = select(state, frame, node.who)
    for champion in _champions(state, refs):
        if champion.stance != PREPARED:
            champion.stance = PREPARED
            happened(state, "prepare", (champion.controller, champion.oid), ("3.2.3", "2.6.2"))
    done(frame, refs)


@INSTRUCTIONS.carries_out(PutIntoPlay)
def _put_into_play(state: EpicState, frame: TextFrame, node: PutIntoPlay) -> None:
    refs = select(state, frame, node.cards)
    rules = ("3.2.3", "2.1.7", "5.17.3", "I-58")
    entered: list[int] = []
    for cid in refs:
        owner = state.owners[cid]
        from_hand = cid in state.seats[owner].hand
        if take_card(state, cid):
            controller = owner if node.under_owner else frame.controller
            entered.append(enter(state, cid, controller, rules, silent=node.silent, from_hand=from_hand).oid)
    done(frame, entered)


@INSTRUCTIONS.carries_out(Recall)
def _recall(state: EpicState, frame: TextFrame, _node: Recall) -> None:
    cid = frame.source
    owner = state.owners.get(cid, frame.controller)
    if not is_object(cid) and cid in state.seats[owner].discard:
        take_card(state, cid)
        state.seats[owner].hand.append(cid)
        happened(state, "recall", (owner, cid), ("5.4.1",))
        note_pile(state, cid, When.RECALLED)
    else:
        happened(state, "no-recall", (frame.controller, cid), ("5.4.2",))
    done(frame)


@INSTRUCTIONS.carries_out(ToHand)
def _to_hand(state: EpicState, frame: TextFrame, node: ToHand) -> None:
    taken = [cid for cid in select(state, frame, node.cards) if take_card(state, cid)]
    for cid in taken:
        owner = state.owners[cid]
        state.seats[owner].hand.append(cid)
        happened(state, "to-hand", (owner, cid), ("3.2.3", "1.9.2"))
    done(frame, taken)


@INSTRUCTIONS.carries_out(Blink)
def _blink(state: EpicState, frame: TextFrame, node: Blink) -> None:
    leaving = _champions(state, select(state, frame, node.who))
    for champion in leaving:
        leave(state, champion, "removed")
        token = champion.cid not in state.owners
        rules = ("3.2.3", "2.3.5") if token else ("3.2.3", "I-52")
        happened(state, "blink", (champion.controller, champion.oid), rules)
    back = [champion for champion in leaving if champion.cid in state.owners]
    done(frame, [enter(state, champion.cid, champion.owner, Blink.RULES).oid for champion in back])


@INSTRUCTIONS.carries_out(NoMoreAttacks)
def _no_more_attacks(state: EpicState, frame: TextFrame, _node: NoMoreAttacks) -> None:
    if reaches(state, frame.controller, state.turn):
        state.no_attacks = True
        happened(state, "no-attacks", (frame.controller,), NoMoreAttacks.RULES)
    else:
        happened(state, "out-of-reach", (frame.controller, frame.source, state.turn), (state.variant.rule, "I-119"))
    done(frame)


@INSTRUCTIONS.carries_out(JoinBattle)
def _join_battle(state: EpicState, frame: TextFrame, node: JoinBattle) -> None:
    refs = select(state, frame, node.who)
    source = state.find(frame.source)
    joined = []
    if source is not None and (source.attacking or source.blocking):
        for champion in _champions(state, refs):
            if source.attacking:
                champion.attacking = champion.attacked = True
                champion.stance = EXPENDED
            else:
                champion.blocking = True
                champion.stance = FLIPPED
            joined.append(champion)
            happened(state, "join", (champion.controller, champion.oid, int(champion.attacking)), node.RULES)
    rearranged(state)
    for champion in joined:
        note_when(state, When.ATTACKS if champion.attacking else When.BLOCKS, champion)
    done(frame, [champion.oid for champion in joined])


@INSTRUCTIONS.carries_out(BreakAtEnd)
def _break_at_end(state: EpicState, frame: TextFrame, node: BreakAtEnd) -> None:
    refs = select(state, frame, node.what)
    if refs:
        cid = state.card_of(frame.source)
        seq = happened(state, "doom", (frame.controller, frame.source, *refs), node.RULES)
        state.delayed.append(Trigger(frame.controller, frame.source, cid, DELAYED, {"doomed": tuple(refs)}, seq))
    done(frame, refs)
