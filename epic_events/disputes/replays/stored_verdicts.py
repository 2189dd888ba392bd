"""Storage of verdicts: one for each record and version of engine, rules and cards."""

import hashlib
import json
from functools import cache
from typing import Any, Final

from django.db import transaction

from epic_events.disputes.models import StoredVerdict
from epic_events.disputes.replays.stored_boards import store_boards
from epic_events.disputes.replays.verdicts import SHAPE, Outcome
from rules.games import GAMES, Game, game_for_record, require_engine
from rules.judge.record import Record
from rules.judge.replay.verdict import hashes, rules_hashes

LENGTH: Final = 16  # bytes of a hash


def hash_of(*parts: str) -> str:
    """Return the hash of several texts."""
    total = hashlib.blake2b(digest_size=LENGTH)
    for part in parts:
        total.update(part.encode())
        total.update(b"\0")
    return total.hexdigest()


def ground_of(record: Record, own: Game | None) -> str:
    """Return the hash of the engine, rules, cards and storage format that a record is judged by.

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
    """Store a verdict, or return the one that another worker has stored in the meantime."""
    fields: dict[str, Any]
    if outcome is None:
        fields = {"failure": failure, "digest": hash_of("", failure)}
    else:
        boards = [[board.whole, board.public, board.staff] for board in outcome.boards]
        digest = hash_of(outcome.verdict, _plain(outcome.result), _plain(boards))
        fields = {"verdict": outcome.verdict, "result": outcome.result, "engine": outcome.engine, "digest": digest}
    verdict, new = StoredVerdict.objects.get_or_create(
        record=hash_of(game, text), ground=ground, defaults={"game": game, "release": release_of(game), **fields}
    )
    if new and outcome is not None:
        store_boards(verdict, outcome.boards)
    return verdict


def _plain(value: object) -> str:
    """Return a canonical text of a value for hashing."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
