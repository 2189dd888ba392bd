"""Template context of the plays of a record in the editor."""

from typing import Any

from epic_events.disputes.editor.parse_errors import describe_unparsed_play
from epic_events.disputes.editor.plays import INSERT
from epic_events.disputes.editor.result import BAR
from epic_events.disputes.replays.missing_passes import describe_missing_passes
from rules.games import PlayableGame
from rules.judge.analysis.missing_passes import missing_passes
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.record import Play, Problem, Record
from rules.judge.record.model import UNNAMED
from rules.judge.replay.result import Replay


def build_plays(
    game: PlayableGame, record: Record, played: Replay | None, problems: dict[int, list[Problem]], *, is_wrong: bool
) -> list[dict[str, Any]]:
    """Return the plays of a record for the template.

    Args:
        game: the game.
        record: the record with the headers of its event.
        played: its replay up to the first error; ``None`` if it cannot be replayed.
        problems: the errors by line; those of plays are removed.
        is_wrong: True if the record has any error.
    """
    return [_play(game, record, index, played, problems, is_wrong=is_wrong) for index in range(len(record.plays))]


def _play(
    game: PlayableGame,
    record: Record,
    index: int,
    played: Replay | None,
    problems: dict[int, list[Problem]],
    *,
    is_wrong: bool,
) -> dict[str, Any]:
    """Return a play with its state in the replay."""
    play = record.plays[index]
    shown: dict[str, Any] = {
        "id": f"play-{index}",
        "actor": play.actor,
        "words": play.as_written,
        "public": "",
        "state": "",
        "read": [],
        "back": f"back{BAR}{index}",
        "edit": f"edit{BAR}{index}",
    }
    if play.place.line in problems:
        return shown | _unread(game, record, play, index, problems.pop(play.place.line), played)
    if played is None:
        return shown | {"state": "waits"} if is_wrong else shown
    return shown | _judged(play, played)


def _unread(
    game: PlayableGame, record: Record, play: Play, index: int, problems: list[Problem], played: Replay | None
) -> dict[str, Any]:
    description = describe_unparsed_play(game, record, play, problems, played)
    return {
        "state": "unread",
        "parts": description.parts,
        "reasons": [(message, "") for message in description.messages],
        "meanings": [(shown, f"mean{BAR}{index}{BAR}{line}") for shown, line in description.meanings],
        "nearest": [(shown, f"mean{BAR}{index}{BAR}{line}") for shown, line in description.nearest],
    }


def _judged(play: Play, played: Replay) -> dict[str, Any]:
    """Return the result of the replay for a play."""
    steps = [step for step in played.steps if step.line == play.place.line]
    read = [step.read for step in steps if step.read]
    illegal = played.illegal
    if illegal is not None and illegal.line == play.place.line:
        return {
            "actor": play.actor if play.actor != UNNAMED else illegal.actor,
            "state": "illegal",
            "read": read,
            "public": f"{illegal.actor}: {illegal.public_text}" if illegal.public_text else "",
            "reasons": [(reason.text, reason.rule) for reason in illegal.reasons],
            "legal": illegal.legal,
            "constraint": illegal.constraint,
            "missing": _missing(played),
            "insert": INSERT,
        }
    if not steps:
        return {"state": "after"}
    last = played.steps.index(steps[-1]) + 1
    return {
        "state": "legal",
        "actor": play.actor if play.actor != UNNAMED else steps[0].actor,
        "read": read,
        "public": f"{steps[-1].actor}: {public}" if (public := steps[-1].words_for(PUBLIC)) else "",
        "sentences": played.sentences(last, JUDGE),
    }


def _missing(played: Replay) -> str:
    """Return which passes an illegal play lacks, or "" if that is not the only reason."""
    missing = missing_passes(played)
    if missing is None:
        return ""
    lines = list(dict.fromkeys(play.place.line for play in played.record.plays))
    return describe_missing_passes(missing.to_json(), lines, is_named=False)
