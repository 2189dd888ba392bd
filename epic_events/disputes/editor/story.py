"""Template context of the plays of a record in the editor.

It includes plays that could not be parsed.
"""

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Final

from epic_events.disputes.editor.plays import INSERT, parse_line
from epic_events.disputes.editor.result import BAR
from epic_events.disputes.replays.disputed_play import describe_missing_passes
from rules.engine.decision import UndeterminedError
from rules.games import PlayableGame
from rules.judge.analysis.missing_passes import missing_passes
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.record import Play, Problem, Record, RecordError
from rules.judge.record.model import UNNAMED
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.similarity import similarity

MAX_MEANINGS: Final = 8
MAX_NEAREST: Final = 3
MAX_COMPARED: Final = 400
"""Maximum number of legal plays compared with an unparsed one."""
MIN_SIMILARITY: Final = 50
"""Minimum similarity (of 100) of suggested plays."""
_QUOTED: Final = re.compile(r"'([^']+)'")
_EXPLAINED: Final = re.compile(r"^(.*?)\s*\((.*)\)$")


@dataclass(frozen=True)
class UnparsedPlay:
    """Display data of a play that could not be parsed.

    Attributes:
        parts: the words in pieces, each with True if it is the unparsed part.
        messages: the errors, one sentence each.
        meanings: possible meanings, each as a label and the line that replaces the play.
        nearest: similar legal plays in the same form; empty if there are meanings.
    """

    parts: tuple[tuple[str, bool], ...]
    messages: tuple[str, ...]
    meanings: tuple[tuple[str, str], ...] = ()
    nearest: tuple[tuple[str, str], ...] = ()


def describe_unparsed_play(
    game: PlayableGame, record: Record, play: Play, problems: list[Problem], before: Replay | None
) -> UnparsedPlay:
    """Return the display data of a play that could not be parsed.

    Args:
        game: the game.
        record: the record with the headers of its event.
        play: the play.
        problems: its errors.
        before: the replay of the plays before it; ``None`` if they cannot be replayed.
    """
    first = problems[0]
    parts = split_marked(play.as_written, first.unparsed or _find_quoted_part(first.message, play.as_written))
    messages = tuple(problem.message for problem in problems)
    if before is None or before.illegal is not None or before.final.pending is None:
        return UnparsedPlay(parts, messages)
    meanings = tuple(_find_meanings(game, record, play, first))
    return UnparsedPlay(parts, messages, meanings, () if meanings else nearest(game, play.words, before))


def split_marked(words: str, part: str) -> tuple[tuple[str, bool], ...]:
    """Split words into pieces, each with True if it is ``part``.

    Mark everything if ``part`` does not occur.
    """
    at = words.casefold().find(part.casefold()) if part else -1
    if at < 0 or len(part.casefold()) != len(part):
        return ((words, True),)
    pieces = ((words[:at], False), (words[at : at + len(part)], True), (words[at + len(part) :], False))
    return tuple(piece for piece in pieces if piece[0])


def _find_quoted_part(message: str, words: str) -> str:
    """Return the part of the words that a message quotes, or ""."""
    return next((part for part in _QUOTED.findall(message) if part.casefold() in words.casefold()), "")


def _find_meanings(game: PlayableGame, record: Record, play: Play, problem: Problem) -> list[tuple[str, str]]:
    """Return the meanings of an ambiguous play that can be parsed."""
    meanings_by_line: dict[str, str] = {}
    for candidate in problem.expected[:MAX_MEANINGS]:
        for meaning, line in _build_lines(play, problem, candidate):
            if _is_parseable(game, record, play, line):
                meanings_by_line.setdefault(line, meaning)
                break
    return [(meaning, line) for line, meaning in meanings_by_line.items()]


def _build_lines(play: Play, problem: Problem, candidate: str) -> list[tuple[str, str]]:
    """Return ways to write a play so that it means a candidate.

    Each is a label and a line.
    """
    actor, words = f"{play.actor}: " if play.actor != UNNAMED else "", play.as_written
    explained = _EXPLAINED.match(candidate)
    short, text = (explained[1], explained[2]) if explained else (candidate, "")
    line = candidate if candidate.startswith(actor) else f"{actor}{candidate}"
    lines = [(line, line)]
    at = words.casefold().find(problem.unparsed.casefold()) if problem.unparsed else -1
    if at >= 0:
        put_in = f"{actor}{words[:at]}{short}{words[at + len(problem.unparsed) :]}"
        lines.append((put_in, put_in))
    lines.append((f"{actor}{words}: {text}" if text else f"{actor}{words}, {short}", f"{actor}{words}, {short}"))
    return lines


def _is_parseable(game: PlayableGame, record: Record, play: Play, line: str) -> bool:
    """Return True if the record can be replayed up to a play replaced by ``line``."""
    try:
        meant = parse_line(record, line)
        earlier = tuple(each for each in record.plays if each.place.line < play.place.line)
        replay(game, replace(record, plays=(*earlier, *meant), branches=()))
    except RecordError:
        return False
    return bool(meant)


def nearest(game: PlayableGame, words: str, before: Replay) -> tuple[tuple[str, str], ...]:
    """Return similar legal plays, each as a label and a line."""
    pending = before.final.pending
    names = before.record.players
    if pending is None or not 0 <= pending.seat < len(names):
        return ()
    try:
        answers = list(islice(game.engine.legal(before.final), MAX_COMPARED))
    except UndeterminedError:
        return ()
    lines = dict.fromkeys(game.notation.render(before.final, answer) for answer in answers)
    near = sorted(((similarity(line.casefold(), words.casefold()), line) for line in lines), reverse=True)
    similar_lines = [f"{names[pending.seat]}: {line}" for like, line in near[:MAX_NEAREST] if like >= MIN_SIMILARITY]
    return tuple((line, line) for line in similar_lines)


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
    entry: dict[str, Any] = {
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
        return entry | _unparsed_play(game, record, play, index, problems.pop(play.place.line), played)
    if played is None:
        return entry | {"state": "waits"} if is_wrong else entry
    return entry | _judged(play, played)


def _unparsed_play(
    game: PlayableGame, record: Record, play: Play, index: int, problems: list[Problem], played: Replay | None
) -> dict[str, Any]:
    description = describe_unparsed_play(game, record, play, problems, played)
    return {
        "state": "unread",
        "parts": description.parts,
        "reasons": [(message, "") for message in description.messages],
        "meanings": [(meaning, f"mean{BAR}{index}{BAR}{line}") for meaning, line in description.meanings],
        "nearest": [(meaning, f"mean{BAR}{index}{BAR}{line}") for meaning, line in description.nearest],
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
