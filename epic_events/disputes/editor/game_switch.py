"""The game switch of the dispute editor."""

from epic_events.disputes.editor.result import BAR, TapResult
from epic_events.disputes.records.initial_state import blank_record
from rules.games import GAMES, PlayableGame
from rules.judge.record import parse

GAME = "game"
"""The tap that switches the game: ``game|slug``, or ``game|slug|yes`` if the table may be emptied."""


def playable_games() -> list[PlayableGame]:
    """Return the games that have an engine."""
    return [game for game in GAMES.values() if isinstance(game, PlayableGame)]


def switch_game(done: TapResult, tap: str, *, can_switch: bool) -> None:
    """Replace the record by an empty one of another game; ask for confirmation if cards or plays would be lost.

    Args:
        done: the result of the tap; its record is replaced, or ``switch`` is set to ask for confirmation.
        tap: the tap; taps that are no game switch do nothing.
        can_switch: True if the game can be changed.
    """
    what, slug, sure, *_rest = [*tap.split(BAR), "", ""]
    known = {game.slug for game in playable_games()}
    if what != GAME or not can_switch or slug not in known or slug == done.record.game:
        return
    names = list(done.record.players)
    untouched = parse(blank_record(done.record.game, names)) == done.record
    if not (untouched or sure):
        done.switch = slug
        return
    done.record = parse(blank_record(slug, names))
