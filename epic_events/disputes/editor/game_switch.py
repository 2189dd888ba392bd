"""The switch of the game on the page on which a play is described."""

from epic_events.disputes.editor.result import BAR, Tapped
from epic_events.disputes.records.initial_state import blank_record
from rules.games import GAMES, PlayableGame
from rules.judge.record import parse

GAME = "game"
"""The tap that switches the game: ``game|slug``, or ``game|slug|yes`` if the table may be emptied."""


def playable_games() -> list[PlayableGame]:
    """Return the games of which a play can be described."""
    return [game for game in GAMES.values() if isinstance(game, PlayableGame)]


def switch_game(done: Tapped, tap: str, *, can_switch: bool) -> None:
    """Begin an empty record of another game with the same players, unless something would be lost unasked.

    Args:
        done: whose record is replaced; where a confirmation is needed, the game is noted instead.
        tap: the tap; any other one does nothing.
        can_switch: whether the game may be chosen at all.
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
