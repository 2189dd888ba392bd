"""The verdict on a record, as computed by the engine.

It is stored once per record and version of engine, rules and cards.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, Final

from django.db import transaction

from epic_events.disputes.models import StoredVerdict
from epic_events.disputes.queue import Stage
from epic_events.disputes.records import limit_bytes, limit_pieces
from epic_events.disputes.replays.stored_boards import StoredBoard, encode_boards, store_boards
from rules.engine.decision import Violation
from rules.games import GAMES, Game, game_for_record, require_engine
from rules.judge.analysis.applied_printings import applied_printings
from rules.judge.analysis.report import Analysis
from rules.judge.board import JUDGE, PUBLIC, BoardCache, all_to_json
from rules.judge.record import Record
from rules.judge.replay.justification import justify_step
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import POSITION, Replay
from rules.judge.replay.summary import summary
from rules.judge.replay.verdict import hashes, rules_hashes

SHAPE: Final = "3"
"""Version of the stored format; increment it when stored data or a limit changes."""


def _ignore_stage(_stage: int) -> None:
    """Ignore a stage."""


@dataclass(frozen=True)
class Outcome:
    """The result of a replay.

    Attributes:
        verdict: legal, illegal, undetermined, or position for a record without plays.
        result: reasons, the illegal line and the timeline, as JSON data.
        engine: the rules version and hashes, to verify the verdict.
        boards: the stored boards before the first line and after each line.
    """

    verdict: str
    result: dict[str, Any]
    engine: dict[str, str]
    boards: tuple[StoredBoard, ...]


def judge(record: Record, own: Game | None = None, reached: Callable[[int], None] = _ignore_stage) -> Outcome:
    """Replay a record and return the verdict.

    Args:
        record: the record.
        own: the game with the organiser's card file; ``None`` without one.
        reached: callback for each ``Stage``.

    Raises:
        RecordError: the position is impossible, or the record names an unknown object.
        TooMuchWorkError: a limit is exceeded.
    """
    reached(Stage.PLAYING)
    played = replay(game_for_record(record, own), record, whole=True)
    reached(Stage.BOARDS)
    boards = tuple(limit_bytes(encode_boards(_boards(played))))
    short, public_short = summary(played, JUDGE), summary(played, PUBLIC)
    result = {
        "sentence": short.sentence,
        "public_sentence": public_short.sentence,
        "rule": short.rule,
        "public_rule": public_short.rule,
        "decisions": played.decisions,
        "illegal": _illegal(played),
        "undetermined": played.undetermined,
        "opening": _opening(played),
        "timeline": [_step(played, index) for index in range(1, len(played.steps) + 1)],
    }
    reached(Stage.COMPARING)
    result |= _verdict_basis(played)
    reached(Stage.STORING)
    engine = {"rules_version": played.version, **asdict(played.hashes)}
    return Outcome(verdict_of(played), result, engine, boards)


def verdict_of(played: Replay) -> str:
    """Return the verdict as it is stored.

    A record without plays has the verdict position, never legal.
    """
    return POSITION if played.is_position else str(played.verdict)


def _boards(played: Replay) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the public and the staff board as JSON data.

    The first pair is before the first line, then one follows each line.
    """
    cache = BoardCache()
    seen = (played.boards(index, (PUBLIC, JUDGE), cache) for index in range(len(played.steps) + 1))
    for boards in limit_pieces(seen):
        public, staff = all_to_json(boards, cache)
        yield public, staff


def _verdict_basis(played: Replay) -> dict[str, Any]:
    """Return the interpretations, printings and assumptions of the verdict.

    The comparison of branches is for staff only, because it reveals hands.
    """
    opinion = Analysis.of(played, viewer=JUDGE)
    # Printings of cards in hidden zones are not public.
    printings = applied_printings(played, PUBLIC) if opinion.printings else ()
    return {
        "rests_on": [rest.to_json() for rest in opinion.interpretations],
        "assumed": list(opinion.assumptions),
        "cards": opinion.cards,
        "without_decklists": [{"player": each.player, "reason": each.reason} for each in opinion.ignored_decklists],
        "other_versions": [other.to_json() for other in opinion.others],
        "public_other_versions": [other.to_json() for other in opinion.public_others],
        "printings": [printing.to_json() for printing in opinion.printings],
        "public_printings": [printing.to_json() for printing in printings],
        "deviation": opinion.comparison and opinion.comparison.to_json(),
        "missing_passes": opinion.missing_passes and opinion.missing_passes.to_json(),
    }


def _opening(played: Replay) -> dict[str, Any]:
    """Return the events before the first line."""
    staff, public = played.sentences_by_viewer(0, (JUDGE, PUBLIC))
    return {"sentences": staff, "public_sentences": public, "rules": played.initial_rules}


def _step(played: Replay, index: int) -> dict[str, Any]:
    step = played.steps[index - 1]
    staff, public = played.sentences_by_viewer(index, (JUDGE, PUBLIC))
    return {
        "line": step.line,
        "actor": step.actor,
        "text": step.words_for(JUDGE),
        "public_text": step.words_for(PUBLIC),
        "read": step.read,
        "sentences": staff,
        "public_sentences": public,
        "rules": step.rules,
        "repeats": step.action is None,
        "why": _legal_reasons(played, index),
    }


def _legal_reasons(played: Replay, index: int) -> dict[str, str]:
    """Return the reasons why a step is legal, shown if it is the disputed play."""
    staff = public = justify_step(played, index, JUDGE)
    if played.steps[index - 1].action is None:
        public = justify_step(played, index, PUBLIC)
    return {"text": staff.text, "public_text": public.text, "rule": staff.rule}


def _illegal(played: Replay) -> dict[str, Any] | None:
    illegal = played.illegal
    if illegal is None:
        return None
    return {
        "line": illegal.line,
        "actor": illegal.actor,
        "text": illegal.text,
        "public_text": illegal.public_text,
        "reasons": _reasons(illegal.reasons),
        "public_reasons": _reasons(illegal.public_reasons),
        "legal": illegal.legal,
        "constraint": illegal.constraint,
        "count": illegal.count,
    }


def _reasons(reasons: tuple[Violation, ...]) -> list[dict[str, str]]:
    return [{"rule": reason.rule, "text": reason.text} for reason in reasons]


LENGTH: Final = 16  # bytes of a hash


def hash_of(*parts: str) -> str:
    """Return the hash of several texts."""
    total = hashlib.blake2b(digest_size=LENGTH)
    for part in parts:
        total.update(part.encode())
        total.update(b"\0")
    return total.hexdigest()


def ground_of(record: Record, own: Game | None) -> str:
    """Return the hash of what a record is judged by.

    It covers the engine, rules, cards and storage format.

    Raises:
        RecordError: it names an unknown game or card file.
    """
    now = hashes(game_for_record(record, own), record)
    return hash_of(now.engine, now.rules, now.cards, SHAPE)


@cache
def release_of(game: str) -> str:
    """Return the hash of the engine, rules and cards of a game."""
    return hash_of(*rules_hashes(require_engine(GAMES[game])), SHAPE)


def find(game: str, text: str, ground: str) -> StoredVerdict | None:
    """Return the stored verdict on a record for a hash of ``ground_of``, or ``None``."""
    return StoredVerdict.objects.filter(record=hash_of(game, text), ground=ground).first()


@transaction.atomic
def keep(game: str, text: str, ground: str, outcome: Outcome | None, failure: str = "") -> StoredVerdict:
    """Store a verdict, or return the one that another worker has stored meanwhile."""
    fields: dict[str, Any]
    if outcome is None:
        fields = {"failure": failure, "digest": hash_of("", failure)}
    else:
        boards = f"[{','.join([board.json for board in outcome.boards])}]"
        digest = hash_of(outcome.verdict, _canonical_text(outcome.result), boards)
        fields = {"verdict": outcome.verdict, "result": outcome.result, "engine": outcome.engine, "digest": digest}
    verdict, new = StoredVerdict.objects.get_or_create(
        record=hash_of(game, text), ground=ground, defaults={"game": game, "release": release_of(game), **fields}
    )
    if new and outcome is not None:
        store_boards(verdict, outcome.boards)
    return verdict


def _canonical_text(value: object) -> str:
    """Return a canonical text of a value for hashing."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
