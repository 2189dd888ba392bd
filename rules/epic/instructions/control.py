"""Instructions that change control, transform or copy champions, or wait.

They wait for the end of the turn.
"""

from rules.engine.ids import FIRST_TOKEN_KIND, is_object
from rules.epic.board.zones import enter_play, leave_play, put_on_bottom
from rules.epic.cards.printed import token_copy
from rules.epic.effects import AtEndOfTurn, CreateCopy, Lasts, Seize, Transform
from rules.epic.selection.evaluation import select
from rules.epic.state import DELAYED, Champion, EpicState, TextFrame, Trigger, clear_values
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction, inherit_data
from rules.epic.state.log import log_event


@INSTRUCTIONS.executes(Seize)
def execute_seize(state: EpicState, frame: TextFrame, node: Seize) -> None:
    """Give control of champions to the controller of the text."""
    refs = select(state, frame, node.who)
    you = frame.controller
    for ref in refs:
        champion = state.find(ref) if is_object(ref) else None
        if champion is None:
            continue
        if node.lasts is Lasts.IN_PLAY:
            champion.keeper = you
        if champion.controller != you:
            previous = champion.controller
            _change_control(state, champion, you)
            log_event(state, "seize", (you, ref, previous), (*node.RULES, "3.2.3"))
    complete_instruction(frame, refs)


def _change_control(state: EpicState, champion: Champion, seat: int) -> None:
    """Move ``champion`` under the control of ``seat`` (5.17.2, I-65, I-77).

    It is deploying again and leaves any battle.
    """
    state.seats[champion.controller].champions.remove(champion)
    champion.controller = seat
    champion.deploying = True
    champion.attacking = champion.blocking = False
    # Champions are ordered by when they came under this control (``rules.epic.notation.names.references``).
    state.seats[seat].champions.append(champion)
    clear_values(state)


def return_borrowed_champions(state: EpicState) -> None:
    """Return champions whose control lasts until end of turn (4.5.2d, I-134)."""
    lent = [champion for seat in state.seats for champion in seat.champions if champion.keeper != champion.controller]
    for champion in lent:
        _change_control(state, champion, champion.keeper)
        log_event(state, "return", (champion.keeper, champion.oid), ("4.5.2d", "5.17.2", "I-65", "I-134"))


@INSTRUCTIONS.executes(Transform)
def execute_transform(state: EpicState, frame: TextFrame, node: Transform) -> None:
    """Replace each selected champion by a token; its card goes under the deck."""
    leaving = [
        champion
        for ref in select(state, frame, node.what)
        if is_object(ref) and (champion := state.find(ref)) is not None
    ]
    group: list[int] = []
    for champion in leaving:
        leave_play(state, champion, "transformed")
        token = champion.cid not in state.owners
        rules = ("5.21.1", "5.21.2", "5.21.4", "I-72") if token else ("5.21.1", "5.21.2")
        log_event(state, "transform", (champion.controller, champion.oid), rules)
        if not token:
            group.append(champion.cid)
    if group:
        put_on_bottom(state, [group], ("5.21.1", "I-135"))
    kind = state.cards.token_kind(node.into)
    rules = ("5.21.1", "5.21.3", "5.21.5", "I-97")
    complete_instruction(frame, [enter_play(state, kind, champion.controller, rules).oid for champion in leaving])


@INSTRUCTIONS.executes(CreateCopy)
def execute_create_copy(state: EpicState, frame: TextFrame, node: CreateCopy) -> None:
    """Put a token copy of each selected champion into play for the controller."""
    kinds = [_find_copy_kind(state, ref) for ref in select(state, frame, node.of)]
    complete_instruction(frame, [enter_play(state, kind, frame.controller, node.RULES).oid for kind in kinds])


def _find_copy_kind(state: EpicState, ref: int) -> int:
    """Return the token kind that copies ``ref``, adding it to the game if new."""
    copy = token_copy(state.printed_of(ref))
    kinds = {cid: card for cid, card in state.table.items() if cid >= FIRST_TOKEN_KIND}
    same = [cid for cid, card in kinds.items() if card.card == copy.card]
    if same:
        return same[0]
    kind = 1 + max(kinds)
    state.table = {**state.table, kind: copy}
    return kind


@INSTRUCTIONS.executes(AtEndOfTurn)
def execute_at_end_of_turn(state: EpicState, frame: TextFrame, node: AtEndOfTurn) -> None:
    """Add a trigger for the end of the turn; the object "that" is picked now."""
    data = inherit_data(frame, (*frame.data["path"], frame.index, 0))
    if node.that is not None:
        data["that"] = tuple(select(state, frame, node.that))
    seq = log_event(state, "set-for-end", (frame.controller, frame.source), node.RULES)
    cid = state.card_of(frame.source)
    state.delayed.append(Trigger(frame.controller, frame.source, cid, DELAYED, data, seq))
    complete_instruction(frame)
