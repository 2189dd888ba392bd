"""Instructions on players, and uncertain texts.

Draw, health, tokens, prohibitions, reveals and winning. A revealed card stays on top of the deck in a separate group
and is listed in ``data["revealed"]`` until the text moves it.
"""

from typing import Final

from rules.engine.decision import Action, Decision, UndeterminedError
from rules.engine.ids import CHANCE, is_seat
from rules.epic.board import damage
from rules.epic.board.zones import enter_play, have_same_name, push_draw, remove_from_group
from rules.epic.cards.printed import UNKNOWN
from rules.epic.effects import (
    CreateToken,
    Doubtful,
    Draw,
    ForbidThisTurn,
    ForEachPlayer,
    Gain,
    HealthAtLeast,
    LoseHealth,
    RevealTop,
    WinGame,
)
from rules.epic.multiplayer.team_members import select_players
from rules.epic.players.game_end import win_game
from rules.epic.players.seats import cite_shared_health, one_seat_per_side
from rules.epic.selection.amounts import evaluate_amount
from rules.epic.selection.evaluation import select
from rules.epic.state import EXPENDED, PREPARED, EpicState, Frame, TextFrame
from rules.epic.state.automatic_decisions import report_automatic_decision
from rules.epic.state.display_names import display_name, player_name
from rules.epic.state.frame_data import FrameData, RevealTopData
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction, push_nested
from rules.epic.state.log import log_event

MAX_CHAMPIONS: Final = 1_000
"""Maximum number of champions of one player, since effects that double tokens have no limit."""


class TooManyChampionsError(UndeterminedError):
    """Raised when more tokens would enter play than the engine supports."""


@INSTRUCTIONS.executes(Draw)
def execute_draw(state: EpicState, frame: TextFrame, node: Draw) -> None:
    """Make the selected players draw cards, in order of selection."""
    seats = select_players(state, frame, node.who)
    count = evaluate_amount(state, frame, node.count)
    complete_instruction(frame)
    for seat in reversed(seats):
        push_draw(state, seat, count, ("1.6.1", "3.2.3"))


@INSTRUCTIONS.executes(Gain)
def execute_gain(state: EpicState, frame: TextFrame, node: Gain) -> None:
    """Add health to the selected players."""
    refs = select(state, frame, node.who)
    seats = one_seat_per_side(state, refs)
    amount = evaluate_amount(state, frame, node.amount)
    for seat in seats:
        if amount:
            damage.gain_health(state, seat, amount, ("3.2.3", "1.5.2", *cite_shared_health(refs, seats)))
    complete_instruction(frame)


@INSTRUCTIONS.executes(LoseHealth)
def execute_lose_health(state: EpicState, frame: TextFrame, node: LoseHealth) -> None:
    """Subtract health from the selected players at the same time (1.5.4)."""
    refs = select(state, frame, node.who)
    seats = one_seat_per_side(state, refs)
    amount = evaluate_amount(state, frame, node.amount)
    for seat in seats:
        if amount:
            damage.lose_health(state, seat, amount, ("3.2.3", "I-21", *cite_shared_health(refs, seats)))
    complete_instruction(frame)


@INSTRUCTIONS.executes(CreateToken)
def execute_create_token(state: EpicState, frame: TextFrame, node: CreateToken) -> None:
    """Put tokens into play under the control of the selected players."""
    seats = select_players(state, frame, node.who)
    count = evaluate_amount(state, frame, node.count)
    kind = state.cards.token_kind(node.name)
    rules = ("2.3.2", "2.3.4", "3.2.3") if node.expended else ("2.3.2", "2.3.3", "2.3.4")
    stance = EXPENDED if node.expended else PREPARED
    for seat in seats:
        if len(state.seats[seat].champions) + count > MAX_CHAMPIONS:
            raise TooManyChampionsError(
                f"{player_name(state, seat)} would have more than {MAX_CHAMPIONS} champions in play, more than the "
                "engine "
                "follows; how the game goes on is for its players to settle."
            )
    complete_instruction(
        frame, [enter_play(state, kind, seat, rules, stance=stance).oid for seat in seats for _ in range(count)]
    )


@INSTRUCTIONS.executes(ForEachPlayer)
def execute_for_each_player(state: EpicState, frame: TextFrame, node: ForEachPlayer) -> None:
    """Execute the instructions for each selected player, in order of selection."""
    seats = select_players(state, frame, node.players)
    index = frame.index
    complete_instruction(frame)
    for seat in reversed(seats):
        push_nested(state, frame, index, seat=seat)


@INSTRUCTIONS.executes(ForbidThisTurn)
def execute_forbid_this_turn(state: EpicState, frame: TextFrame, node: ForbidThisTurn) -> None:
    """Impose a ban on the selected players for the rest of this turn."""
    for seat in select(state, frame, node.who):
        if is_seat(seat):
            if node.ban not in state.seats[seat].bans:
                state.seats[seat].bans += (str(node.ban),)
            log_event(state, "forbid", (seat, str(node.ban)), ("3.2.3", "4.5.2d"))
    complete_instruction(frame)


@INSTRUCTIONS.executes(RevealTop)
def execute_reveal_top(state: EpicState, frame: TextFrame, node: RevealTop) -> None:
    """Make the selected players reveal cards from their decks."""
    seats = select(state, frame, node.of)
    count = evaluate_amount(state, frame, node.count)
    complete_instruction(frame)
    frame.data["revealed"] = ()
    for seat in reversed(seats):
        data: FrameData = {"left": count, "revealed": ()}
        state.frames.append(Frame("reveal-top", seat, frame.source, data, frame.cause))


def run_reveal_top(state: EpicState, frame: Frame[RevealTopData]) -> None:
    """Reveal the next card, or pass the revealed cards to the text when done."""
    state.cause = frame.cause
    place, deck = len(frame.data["revealed"]), state.seats[frame.controller].deck
    if not frame.data["left"] or place == len(deck):
        state.finish(frame)
        # Reveal frames of other players for the same text may be in between.
        asking = [each for each in state.frames if each.kind != frame.kind][-1]
        asking.data["revealed"] = (*asking.data["revealed"], *frame.data["revealed"])
        return
    which = Decision(
        CHANCE,
        "draw",
        source=frame.source,
        rules=("5.19.1",),
        detail=(("seat", frame.controller), ("place", place), ("shown", 1)),
    )
    # The card is revealed to all players, so an unknown one must be named.
    if state.table[deck[place][0]] is UNKNOWN or not have_same_name(state, deck[place]):
        state.pending = which
        return
    report_automatic_decision(state, which)
    _reveal_card(state, frame, min(deck[place]))


def apply_reveal(state: EpicState, action: Action) -> None:
    """Reveal the card that the chance outcome selected."""
    _reveal_card(state, state.frames[-1], action.refs[0])


def _reveal_card(state: EpicState, frame: Frame[RevealTopData], cid: int) -> None:
    place, deck = len(frame.data["revealed"]), state.seats[frame.controller].deck
    remove_from_group(state.seats[frame.controller], place, cid)
    deck.insert(place, (cid,))
    frame.data["revealed"] = (*frame.data["revealed"], cid)
    frame.data["left"] -= 1
    log_event(state, "reveal-top", (frame.controller, cid), RevealTop.RULES)


class UncertainTextError(UndeterminedError):
    """Raised when a card text without a confirmed source has to be executed."""


def starting_health(state: EpicState, seat: int) -> int:
    """Return the starting health of the team of ``seat`` (1.5.1)."""
    team = state.seats[seat].team
    return state.variant.starting_health(sum(other.team == team for other in state.seats))


def is_health_reached(state: EpicState, frame: TextFrame, condition: HealthAtLeast) -> bool:
    """Return True if the controller has the health that ``condition`` requires."""
    health = state.teams[state.seats[frame.controller].team].health
    return health >= condition.times * starting_health(state, frame.controller)


@INSTRUCTIONS.executes(WinGame)
def execute_win_game(state: EpicState, frame: TextFrame, node: WinGame) -> None:
    """End the game; the team of the controller wins."""
    team = state.seats[frame.controller].team
    win_game(state, tuple(seat for seat, other in enumerate(state.seats) if other.team == team), node.RULES)


@INSTRUCTIONS.executes(Doubtful)
def execute_uncertain_text(state: EpicState, frame: TextFrame, node: Doubtful) -> None:
    """Raise ``UncertainTextError``."""
    raise UncertainTextError(
        f"What {display_name(state, frame.source)} does here is not known for certain: {node.why}."
    )
