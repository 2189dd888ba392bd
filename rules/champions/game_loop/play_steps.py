"""The steps of playing a card, of Deploying one and of using a Heroic Act.

See 4.1.3.2, 6.1.2/deploy, 4.1.3.3.
"""

from rules.champions.cards import When
from rules.champions.effects import is_ability, is_unit, text_of
from rules.champions.game_loop.abilities import push_instant_effects, push_text_lines
from rules.champions.game_loop.citations import cite
from rules.champions.game_loop.reactions import trigger_reactions
from rules.champions.game_loop.rotation import remove_from_limbo
from rules.champions.interpretation_options import ENTERS_FIRST
from rules.champions.state import ChampionsState, FrameData, Happening, LaneData, Piece, find_on_field
from rules.engine.decision import UndeterminedError
from rules.engine.state import Frame


def run_play(state: ChampionsState, frame: Frame[LaneData]) -> None:
    """Run the next step of playing or Deploying a card (2.7.2).

    The steps are reactions, effects as it enters, entering the field and instant effects.
    """
    state.cause = frame.cause
    frame.index += 1
    if is_ability(state.table[frame.source]):
        _run_ability(state, frame)
    else:
        _run_unit_or_spell(state, frame)


def _run_ability(state: ChampionsState, frame: Frame[LaneData]) -> None:
    cid, seat, lane = frame.source, frame.controller, frame.data["lane"]
    if frame.index == 1:
        trigger_reactions(state, Happening("played", seat, cid, lane, seat))
    elif frame.index == 2:
        push_text_lines(state, seat, cid, lane, text_of(state.table[cid]).of(When.DOES), None)
    elif frame.index == 3:
        state.seats[seat].discard.extend(remove_from_limbo(state, cid))
        state.log_event("done", (seat, cid), cite("2.5.3.4", "2.10.1.1", "2.10.1.2", "4.1.3.2c"))
        trigger_reactions(state, Happening("after-played", seat, cid, lane, seat))
    else:
        state.finish(frame)


def _run_unit_or_spell(state: ChampionsState, frame: Frame[LaneData]) -> None:
    cid, seat, lane = frame.source, frame.controller, frame.data["lane"]
    if frame.index in (1, 2):
        if (frame.index == 1) is not bool(state.options[ENTERS_FIRST]):
            kind = "played" if frame.kind == "play" else "deployed"
            trigger_reactions(state, Happening(kind, seat, cid, lane, seat))
        elif lines := text_of(state.table[cid]).of(When.ENTERS):
            state.cause = state.log_event("entering", (seat, cid), cite("3.1.5b", "CH-17"))
            push_text_lines(state, seat, cid, lane, lines, None)
    elif frame.index == 3:
        _enter_field(state, frame)
    elif frame.index == 4 and frame.kind == "play":
        trigger_reactions(state, Happening("after-played", seat, cid, lane, seat))
    else:
        state.finish(frame)


def _enter_field(state: ChampionsState, frame: Frame[LaneData]) -> None:
    """Put a card upright in front of its Champion, onto the Unit there if it stacks.

    See 2.14.4d.
    """
    cid, seat, lane = frame.source, frame.controller, frame.data["lane"]
    remove_from_limbo(state, cid)
    old = state.seats[seat].lanes[lane].card
    if old is not None and not is_unit(state.table[cid]):
        text = f"no rule says what becomes of {state.table[old.cid].name} when a Spell comes into its lane (CH-54)"
        raise UndeterminedError(text)
    below = () if old is None else (*old.below, old.cid)
    state.seats[seat].lanes[lane].card = Piece(cid, below)
    rules = ("2.5.1.3", "2.5.2.3", "3.1.4d", "4.1.3.2c", *(("2.14.4c", "2.14.4d", "CH-32") if below else ()))
    state.cause = state.log_event("enter", (seat, cid, lane + 1), cite(*rules))
    place = find_on_field(state, cid)
    if place is not None:
        push_instant_effects(state, place)


def run_use(state: ChampionsState, frame: Frame[FrameData]) -> None:
    """Run the next step of a Heroic Act (2.7.2, 4.1.3.3b).

    The steps are reactions, then its effects.
    """
    state.cause = frame.cause
    frame.index += 1
    seat, cid, lane = frame.controller, frame.source, frame.data["lane"]
    if frame.index == 1:
        trigger_reactions(state, Happening("used", seat, cid, lane, seat))
    elif frame.index == 2:
        place = find_on_field(state, cid)
        acts = text_of(state.table[cid]).of(When.ACT)
        chosen = frame.data.get("option", 0)
        if place is not None:
            push_text_lines(state, seat, cid, lane, acts[chosen - 1 : chosen] if chosen else acts, place)
    else:
        state.finish(frame)
