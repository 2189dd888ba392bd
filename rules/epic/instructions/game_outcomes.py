"""Instructions that win the game, and instructions whose text is uncertain."""

from rules.engine.decision import UndeterminedError
from rules.epic.effects import Doubtful, HealthAtLeast, WinGame
from rules.epic.players.game_end import win_game
from rules.epic.state import EpicState, TextFrame
from rules.epic.state.display_names import display_name
from rules.epic.state.frames import INSTRUCTIONS


class UncertainTextError(UndeterminedError):
    """The game reached a card text that no source confirms."""


def starting_health(state: EpicState, seat: int) -> int:
    """Return the starting health of the team of ``seat`` (1.5.1)."""
    team = state.seats[seat].team
    return state.variant.starting_health(sum(other.team == team for other in state.seats))


def is_health_reached(state: EpicState, frame: TextFrame, condition: HealthAtLeast) -> bool:
    """Return whether the controller has the health that ``condition`` requires."""
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
