"""Display data of unparsed plays: the marked part, possible meanings and similar legal plays."""

import re
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from epic_events.disputes.editor.plays import parse_line
from rules.engine.decision import UndeterminedError
from rules.games import PlayableGame
from rules.judge.record import Play, Problem, Record, RecordError
from rules.judge.record.model import UNNAMED
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.similarity import similarity

MAX_MEANINGS: Final = 8
MAX_NEAREST: Final = 3
MAX_COMPARED: Final = 400
"""Legal plays among which the nearest ones are looked for."""
MIN_SIMILARITY: Final = 50
"""How like what was written a legal play has to be to be offered, of 100."""
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
    """Split words into pieces, each with True if it is ``part``; mark everything if ``part`` does not occur."""
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
    found: dict[str, str] = {}
    for candidate in problem.expected[:MAX_MEANINGS]:
        for shown, line in _build_lines(play, problem, candidate):
            if _is_parseable(game, record, play, line):
                found.setdefault(line, shown)
                break
    return [(shown, line) for line, shown in found.items()]


def _build_lines(play: Play, problem: Problem, candidate: str) -> list[tuple[str, str]]:
    """Return ways to write a play so that it means a candidate, each as a label and a line."""
    who, words = f"{play.actor}: " if play.actor != UNNAMED else "", play.as_written
    explained = _EXPLAINED.match(candidate)
    short, text = (explained[1], explained[2]) if explained else (candidate, "")
    whole = candidate if candidate.startswith(who) else f"{who}{candidate}"
    lines = [(whole, whole)]
    at = words.casefold().find(problem.unparsed.casefold()) if problem.unparsed else -1
    if at >= 0:
        put_in = f"{who}{words[:at]}{short}{words[at + len(problem.unparsed) :]}"
        lines.append((put_in, put_in))
    lines.append((f"{who}{words}: {text}" if text else f"{who}{words}, {short}", f"{who}{words}, {short}"))
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
    found = [f"{names[pending.seat]}: {line}" for like, line in near[:MAX_NEAREST] if like >= MIN_SIMILARITY]
    return tuple((line, line) for line in found)
