"""Texts about the first turn and the end of time at a table."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from epic_events.events.models import Event
from epic_events.infra.names import isolated
from epic_events.pairings.methods.play_first import (
    Choice,
    ChoiceReason,
    PlayFirst,
    before_deciding_game,
    before_first_game,
)
from epic_events.pairings.models import Match
from epic_events.pairings.results.table_rows import TableRow
from rules.games import GAMES


def _seeds(match: Match) -> tuple[int, ...]:
    """Return the seeds of a match of the cut, by seat. Empty in other stages."""
    return tuple(match.explanation.get("seeds") or ())


def first_choice(row: TableRow) -> Choice | None:
    """Return who chooses the first player of the first game, or `None` for a bye."""
    if len(row.seats) != 2:
        return None
    first, second = row.seats
    rule = PlayFirst(row.match.round.stage.play_first)
    players = (first.registration_id, second.registration_id)
    return before_first_game(rule, row.match.round.seed, players, _seeds(row.match))


@dataclass(frozen=True)
class FirstTurn:
    """Who chooses the first player, as display values.

    Attributes:
        chooser: the name of the player who chooses before the first game.
        mine: True if that is the current user.
        why: why this player chooses, in a few words.
        later: a sentence about the later games. Empty for a match of one game.
        first: the name of the player who plays first, once recorded.
    """

    chooser: str
    mine: bool
    why: str
    later: str
    first: str


def first_turn(row: TableRow) -> FirstTurn | None:
    """Return who chooses the first player at a table, or `None` for a bye."""
    choice = first_choice(row)
    if choice is None or choice.place is None:
        return None
    names = [seat.registration.name for seat in row.seats]
    noted = row.match.first_player
    return FirstTurn(
        chooser=names[choice.place - 1],
        mine=row.mine is not None and row.mine.place == choice.place,
        why=_("the higher seed")
        if choice.why is ChoiceReason.SEED
        else _("chosen at random when the round was paired"),
        later=_later(row, names),
        first=names[noted - 1] if noted and noted <= len(names) else "",
    )


def _later(row: TableRow, names: list[str]) -> str:
    """Return a sentence about who chooses in the games after the first."""
    stage = row.match.round.stage
    last = before_deciding_game(PlayFirst(stage.play_first), stage.best_of, _seeds(row.match))
    if last is None:
        return ""
    if last.place is None:
        return _(
            "In later games, the loser of the previous game chooses. After a drawn game, the same player chooses again."
        )
    return _(
        "In game %(number)d, %(name)s chooses as the higher seed. Before that, the loser of the previous game chooses."
    ) % {
        "number": stage.best_of,
        "name": isolated(names[last.place - 1]),
    }


def time_steps(row: TableRow) -> list[str]:
    """Return what is still played after time is called, one sentence per step.

    Source: tournament procedures 12.2 and 12.3.
    """
    turn = row.match.turn_at_time
    names = {seat.place: isolated(seat.registration.name) for seat in row.seats}
    if turn in names and len(names) == 2:
        active, other = names[turn], names[3 - turn]
        steps = [_("%(active)s finishes the turn, then %(other)s takes one more.") % {"active": active, "other": other}]
    else:
        steps = [_("The active player finishes the turn, then the opponent takes one more.")]
    if row.match.round.stage.best_of == 1:
        return [*steps, _("A game without a winner by then is a draw.")]
    return [*steps, _("A game without a winner by then is a draw. The player who has won more games wins the match.")]


def time_rule(event: Event) -> str:
    """Return the citation of the game's rule about the end of time.

    Empty if there is none.
    """
    game = GAMES.get(event.game)
    return game.time_called if game is not None else ""
