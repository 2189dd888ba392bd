"""Cards played by an effect: for free (3.2.1, 3.6.1, I-139) or at cost (I-146)."""

from collections.abc import Iterator

from rules.engine.decision import Action, Decision, Violation, detail
from rules.epic.board.gold import available_gold, spend_gold
from rules.epic.board.zones import enter_play, take_from_zone
from rules.epic.effects import PlayFree
from rules.epic.interpretation_options import ALLY_COST
from rules.epic.players.seats import acts_for
from rules.epic.plays.allies import announce_event_card
from rules.epic.selection.evaluation import select
from rules.epic.state import EpicState, Frame, TextFrame
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction
from rules.epic.state.log import log_event

RULES = ("3.2.1", "I-49")


@INSTRUCTIONS.executes(PlayFree)
def execute_play_free(state: EpicState, frame: TextFrame, node: PlayFree) -> None:
    """Ask for the mode of the picked card if it has several, then play it."""
    cids = [cid for cid in select(state, frame, node.cards) if cid in state.owners]
    if not cids:
        complete_instruction(frame, [])
        return
    cid = cids[0]
    if "mode" not in frame.data:
        options = available_modes(state, frame.controller, cid, paid=node.paid)
        decision = mode_decision(state, frame, cid)
        if len(options) > 1:
            state.pending = decision
            return
        report_automatic_decision(state, decision)
        if not options:
            complete_instruction(frame, [])
            return
        frame.data["mode"] = options[0]
    option = frame.data.pop("mode")
    if node.paid:
        cost = _gold_cost(state, cid, option)
        spend_gold(state, state.seats[frame.controller], cost, cid)
        state.cause = log_event(state, "play", (frame.controller, cid, option, cost), (*node.RULES, "3.6.3", "I-146"))
    _play_card(state, frame, cid, option, node)


def available_modes(state: EpicState, seat: int, cid: int, *, paid: bool = False) -> list[int]:
    """Return the indexes of the modes of a card that ``seat`` may choose now.

    If ``paid``, only those that the player can pay for.
    """
    gold = available_gold(state, state.seats[seat], cid) if paid else 0
    return [
        number
        for number, mode in enumerate(state.table[cid].modes)
        if (acts_for(state, seat, state.turn) or not mode.own_turn)
        and not (paid and _gold_cost(state, cid, number) > gold)
    ]


def _gold_cost(state: EpicState, cid: int, option: int) -> int:
    """Return the gold cost of a card in mode ``option`` (3.6.1)."""
    card = state.table[cid]
    return (card.cost or 0) + card.modes[option].gold


def mode_decision(state: EpicState, frame: TextFrame, cid: int) -> Decision:
    """Return the decision about the mode in which a card is played, counted from 0."""
    count = len(state.table[cid].modes)
    return Decision(frame.controller, "mode", (cid,), source=frame.source, rules=RULES, detail=(("count", count),))


def mode_violations(state: EpicState, decision: Decision, action: Action) -> Iterator[Violation]:
    """Yield the reasons why the card cannot be played in the chosen mode."""
    count = detail(decision, "count")
    if not 0 <= action.option < count:
        yield Violation("3.2.1", f"There are {count} effects to choose from; there is no number {action.option + 1}.")
        return
    for cid in decision.candidates:
        card = state.table[cid]
        if card.modes[action.option].own_turn and not acts_for(state, action.seat, state.turn):
            yield Violation("3.2.1", f"This effect of {card.name} may be chosen on its player's own turn only.")


@INSTRUCTIONS.handles_action(PlayFree, "mode")
def record_mode(state: EpicState, action: Action) -> None:
    """Store the chosen mode; the text continues with it."""
    state.frames[-1].data["mode"] = action.option


def _play_card(state: EpicState, frame: TextFrame, cid: int, option: int, node: PlayFree) -> None:
    owner, seat_state = state.seats[state.owners[cid]], state.seats[frame.controller]
    card = state.table[cid]
    # Ally abilities require a card from hand, and under an option the gold paid (5.18.1, I-58).
    allies = (
        cid in owner.hand and (_gold_to_pay(state, cid, option, node) if state.options[ALLY_COST] else card.cost) == 1
    )
    earlier = len(seat_state.ones_played)
    if card.cost == 1:
        seat_state.ones_played += card.card.alignments
    take_from_zone(state, cid)
    if card.is_champion:
        complete_instruction(
            frame, [enter_play(state, cid, frame.controller, ("3.2.4", "2.1.7", "5.17.3", "I-146")).oid]
        )
        return
    owner.supplemental += (cid,)
    rules = (*PlayFree.RULES, "I-139", "I-49") if len(card.modes) > 1 else (*PlayFree.RULES, "I-139")
    cause = state.cause if node.paid else log_event(state, "play-free", (frame.controller, cid, option), rules)
    complete_instruction(frame, [cid])
    announced = announce_event_card(state, frame.controller, card, triggers_allies=allies)
    if node.then_discarded or node.paid:
        state.frames.append(Frame("event-card", state.owners[cid], cid, announced, cause))
    path = (card.on_play, option)
    state.frames.append(Frame("effects", frame.controller, cid, {"path": path, "earlier": earlier}, cause))


def _gold_to_pay(state: EpicState, cid: int, option: int, node: PlayFree) -> int:
    return _gold_cost(state, cid, option) if node.paid else 0
