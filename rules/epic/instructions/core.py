"""Execution of the instructions in ``rules.epic.effects.instructions``.

Each function executes its instruction completely, or raises ``PickPending`` before it changes the game;
``complete_instruction`` then advances the frame to the next instruction.
"""

from rules.engine.ids import is_object
from rules.epic.battle.attack import apply_expending, cite_expending
from rules.epic.board.continuous import invalidate_static_values, update_values
from rules.epic.board.damage import banish, break_champions, deal_damage, return_to_hand
from rules.epic.board.triggers import trigger_abilities, trigger_on_pile_change
from rules.epic.board.zones import enter_play, leave_play, take_from_zone
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
from rules.epic.players.seats import cite_shared_health, is_in_reach, one_seat_per_side
from rules.epic.selection.amounts import evaluate_amount
from rules.epic.selection.evaluation import pick_one_by_one, select
from rules.epic.state import (
    ABILITIES_LOST,
    DELAYED,
    EXPENDED,
    FLIPPED,
    PREPARED,
    Champion,
    EpicState,
    Frame,
    TextFrame,
    Trigger,
    has_lost_abilities,
)
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction, text_card
from rules.epic.state.log import log_event


def _champions_in_play(state: EpicState, refs: list[int]) -> list[Champion]:
    return [champion for ref in refs if is_object(ref) and (champion := state.find(ref)) is not None]


@INSTRUCTIONS.executes(Damage)
def _execute_damage(state: EpicState, frame: TextFrame, node: Damage) -> None:
    refs = select(state, frame, node.to)
    concerned = refs
    if not node.by_recipient:
        refs = one_seat_per_side(state, refs)
    seen = [_frame_for(frame, ref) if node.by_recipient else frame for ref in refs]
    shares = [(frame.source, ref, evaluate_amount(state, by, node.amount)) for ref, by in zip(refs, seen, strict=True)]
    complete_instruction(frame, deal_damage(state, shares, ("3.2.3", "2.1.6", *cite_shared_health(concerned, refs))))


def _frame_for(frame: TextFrame, seat: int) -> TextFrame:
    """Return a copy of the frame in which "you" is the player at ``seat``."""
    return Frame(frame.kind, seat, frame.source, frame.data.copy(), frame.cause)


@INSTRUCTIONS.executes(DamageEach)
def _execute_damage_each(state: EpicState, frame: TextFrame, node: DamageEach) -> None:
    refs = pick_one_by_one(state, frame, Target(node.what, node.where), len(node.amounts))
    shares = [(frame.source, ref, amount) for ref, amount in zip(refs, node.amounts, strict=False)]
    complete_instruction(frame, deal_damage(state, shares, ("3.2.3", "2.1.6", "I-136")))


@INSTRUCTIONS.executes(Pick)
def _execute_pick(state: EpicState, frame: TextFrame, node: Pick) -> None:
    complete_instruction(frame, select(state, frame, node.what))


@INSTRUCTIONS.executes(Break)
def _execute_break(state: EpicState, frame: TextFrame, node: Break) -> None:
    break_champions(state, _champions_in_play(state, select(state, frame, node.what)), ("3.2.3",))
    complete_instruction(frame)


@INSTRUCTIONS.executes(Banish)
def _execute_banish(state: EpicState, frame: TextFrame, node: Banish) -> None:
    refs = select(state, frame, node.what)
    cards = [ref for ref in refs if not is_object(ref)]
    if node.played:
        cards = [cid for cid in cards if cid in state.seats[state.owners[cid]].supplemental]
    banish(state, _champions_in_play(state, refs), cards, ("3.2.3", "5.15.1"))
    complete_instruction(frame, cards)


@INSTRUCTIONS.executes(Bounce)
def _execute_bounce(state: EpicState, frame: TextFrame, node: Bounce) -> None:
    return_to_hand(state, _champions_in_play(state, select(state, frame, node.what)), ("3.2.3", "1.9.2"))
    complete_instruction(frame)


@INSTRUCTIONS.executes(Counters)
def _execute_counters(state: EpicState, frame: TextFrame, node: Counters) -> None:
    refs = select(state, frame, node.on)
    count = evaluate_amount(state, frame, node.count)
    for champion in _champions_in_play(state, refs):
        if count > 0:
            champion.plus += count
            update_values(state, champion)
            log_event(state, "counters", (champion.oid, count, champion.plus), ("2.7[2]", "2.7.2", "2.7.3"))
    complete_instruction(frame, refs)


@INSTRUCTIONS.executes(Modify)
def _execute_modify(state: EpicState, frame: TextFrame, node: Modify) -> None:
    refs = select(state, frame, node.who)
    modifiers: tuple[tuple[str, int | str], ...] = tuple(("keyword", str(keyword)) for keyword in node.keywords)
    if node.offense:
        modifiers = (("offense", node.offense), *modifiers)
    if node.defense:
        modifiers = (("defense", node.defense), *modifiers)
    if node.abilities:
        modifiers = (*modifiers, ("granted", text_card(state, frame).name))
    if node.lose_abilities:
        modifiers = (ABILITIES_LOST, *modifiers)
    lasting = node.lasts is Lasts.IN_PLAY
    for champion in _champions_in_play(state, refs):
        taken = modifiers
        if state.table[champion.cid].gains_nothing and not has_lost_abilities(champion):
            taken = tuple(modifier for modifier in modifiers if modifier[0] not in {"keyword", "granted"})
            log_event(state, "gains-nothing", (champion.controller, champion.oid), GainsNothing.RULES)
        if lasting:
            champion.lasting += taken
        else:
            champion.until_end += taken
        if not taken:
            continue
        update_values(state, champion)
        args = (champion.oid, int(lasting), *(part for modifier in taken for part in modifier))
        log_event(state, "modify", args, ("3.2.3", "5.0.7") if lasting else ("3.2.3", "4.5.2d"))
    complete_instruction(frame, refs)


@INSTRUCTIONS.executes(Expend)
def _execute_expend(state: EpicState, frame: TextFrame, node: Expend) -> None:
    refs = select(state, frame, node.who)
    for champion in _champions_in_play(state, refs):
        if champion.stance != EXPENDED:
            champion.stance = EXPENDED
            rules = cite_expending(champion, ("3.2.3", "2.6.3", "I-16"))
            log_event(state, "expend", (champion.controller, champion.oid), rules)
            apply_expending(state, champion)
    complete_instruction(frame, refs)


@INSTRUCTIONS.executes(Prepare)
def _execute_prepare(state: EpicState, frame: TextFrame, node: Prepare) -> None:
    refs = select(state, frame, node.who)
    for champion in _champions_in_play(state, refs):
        if champion.stance != PREPARED:
            champion.stance = PREPARED
            log_event(state, "prepare", (champion.controller, champion.oid), ("3.2.3", "2.6.2"))
    complete_instruction(frame, refs)


@INSTRUCTIONS.executes(PutIntoPlay)
def _execute_put_into_play(state: EpicState, frame: TextFrame, node: PutIntoPlay) -> None:
    refs = select(state, frame, node.cards)
    rules = ("3.2.3", "2.1.7", "5.17.3", "I-58")
    entered: list[int] = []
    for cid in refs:
        owner = state.owners[cid]
        from_hand = cid in state.seats[owner].hand
        if take_from_zone(state, cid):
            controller = owner if node.under_owner else frame.controller
            entered.append(enter_play(state, cid, controller, rules, silent=node.silent, from_hand=from_hand).oid)
    complete_instruction(frame, entered)


@INSTRUCTIONS.executes(Recall)
def _execute_recall(state: EpicState, frame: TextFrame, _node: Recall) -> None:
    cid = frame.source
    owner = state.owners.get(cid, frame.controller)
    if not is_object(cid) and cid in state.seats[owner].discard:
        take_from_zone(state, cid)
        state.seats[owner].hand.append(cid)
        log_event(state, "recall", (owner, cid), ("5.4.1",))
        trigger_on_pile_change(state, cid, When.RECALLED)
    else:
        log_event(state, "no-recall", (frame.controller, cid), ("5.4.2",))
    complete_instruction(frame)


@INSTRUCTIONS.executes(ToHand)
def _execute_to_hand(state: EpicState, frame: TextFrame, node: ToHand) -> None:
    taken = [cid for cid in select(state, frame, node.cards) if take_from_zone(state, cid)]
    for cid in taken:
        owner = state.owners[cid]
        state.seats[owner].hand.append(cid)
        log_event(state, "to-hand", (owner, cid), ("3.2.3", "1.9.2"))
    complete_instruction(frame, taken)


@INSTRUCTIONS.executes(Blink)
def _execute_blink(state: EpicState, frame: TextFrame, node: Blink) -> None:
    leaving = _champions_in_play(state, select(state, frame, node.who))
    for champion in leaving:
        leave_play(state, champion, "removed")
        token = champion.cid not in state.owners
        rules = ("3.2.3", "2.3.5") if token else ("3.2.3", "I-52")
        log_event(state, "blink", (champion.controller, champion.oid), rules)
    back = [champion for champion in leaving if champion.cid in state.owners]
    complete_instruction(frame, [enter_play(state, champion.cid, champion.owner, Blink.RULES).oid for champion in back])


@INSTRUCTIONS.executes(NoMoreAttacks)
def _execute_no_more_attacks(state: EpicState, frame: TextFrame, _node: NoMoreAttacks) -> None:
    if is_in_reach(state, frame.controller, state.turn):
        state.no_attacks = True
        log_event(state, "no-attacks", (frame.controller,), NoMoreAttacks.RULES)
    else:
        log_event(state, "out-of-reach", (frame.controller, frame.source, state.turn), (state.variant.rule, "I-119"))
    complete_instruction(frame)


@INSTRUCTIONS.executes(JoinBattle)
def _execute_join_battle(state: EpicState, frame: TextFrame, node: JoinBattle) -> None:
    refs = select(state, frame, node.who)
    source = state.find(frame.source)
    joined = []
    if source is not None and (source.attacking or source.blocking):
        for champion in _champions_in_play(state, refs):
            if source.attacking:
                champion.attacking = champion.attacked = True
                champion.stance = EXPENDED
            else:
                champion.blocking = True
                champion.stance = FLIPPED
            joined.append(champion)
            log_event(state, "join", (champion.controller, champion.oid, int(champion.attacking)), node.RULES)
    invalidate_static_values(state)
    for champion in joined:
        trigger_abilities(state, When.ATTACKS if champion.attacking else When.BLOCKS, champion)
    complete_instruction(frame, [champion.oid for champion in joined])


@INSTRUCTIONS.executes(BreakAtEnd)
def _execute_break_at_end(state: EpicState, frame: TextFrame, node: BreakAtEnd) -> None:
    refs = select(state, frame, node.what)
    if refs:
        cid = state.card_of(frame.source)
        seq = log_event(state, "doom", (frame.controller, frame.source, *refs), node.RULES)
        state.delayed.append(Trigger(frame.controller, frame.source, cid, DELAYED, {"doomed": tuple(refs)}, seq))
    complete_instruction(frame, refs)
