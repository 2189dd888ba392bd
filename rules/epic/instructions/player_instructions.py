"""Instructions on players: draw, health, tokens, instructions for each player."""

from typing import Final

from rules.engine.decision import UndeterminedError
from rules.epic.board import damage
from rules.epic.board.zones import enter_play, push_draw
from rules.epic.effects import CreateToken, Draw, ForEachPlayer, Gain, LoseHealth
from rules.epic.multiplayer.team_members import select_players
from rules.epic.players.seats import cite_shared_health, one_seat_per_side
from rules.epic.selection.amounts import evaluate_amount
from rules.epic.selection.evaluation import select
from rules.epic.state import EXPENDED, PREPARED, EpicState, TextFrame
from rules.epic.state.display_names import player_name
from rules.epic.state.frames import INSTRUCTIONS, complete_instruction, push_nested

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
