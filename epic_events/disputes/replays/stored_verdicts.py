"""What the engine said of a record, kept once: found again for the same record and ground, added by a newer engine."""

import hashlib
import json
from functools import cache
from typing import Any, Final

from django.db import transaction

from epic_events.disputes.models import StoredVerdict
from epic_events.disputes.replays.stored_boards import keep_boards
from epic_events.disputes.replays.verdicts import SHAPE, Outcome
from rules.games import GAMES, Game, game_for_record, require_engine
from rules.judge.record import Record
from rules.judge.replay.verdict import hashes, rules_hashes

LENGTH: Final = 16  # bytes of a hash


def hash_of(*parts: str) -> str:
    """Return the hash of some texts, one after the other."""
    total = hashlib.blake2b(digest_size=LENGTH)
    for part in parts:
        total.update(part.encode())
        total.update(b"\0")
    return total.hexdigest()


def ground_of(record: Record, own: Game | None) -> str:
    """Return the hash of what a record would be judged by now: engine, rules, cards, and how a result is stored.

    Raises:
        RecordError: it names a game or cards that are not there.
    """
    now = hashes(game_for_record(record, own), record)
    return hash_of(now.engine, now.rules, now.cards, SHAPE)


@cache
def release_of(game: str) -> str:
    """Return the hash of a game's engine, rules and cards as this process has them, whatever the record."""
    return hash_of(*rules_hashes(require_engine(GAMES[game])), SHAPE)


def find(game: str, text: str, ground: str) -> StoredVerdict | None:
    """Return what was said of a record by that ground; None when nobody has asked yet."""
    return StoredVerdict.objects.filter(record=hash_of(game, text), ground=ground).first()


@transaction.atomic
def keep(game: str, text: str, ground: str, outcome: Outcome | None, failure: str = "") -> StoredVerdict:
    """Keep what was said of a record, or return what another worker has kept meanwhile: there is one, ever."""
    said: dict[str, Any]
    if outcome is None:
        said = {"failure": failure, "digest": hash_of("", failure)}
    else:
        boards = [[board.whole, board.public, board.staff] for board in outcome.boards]
        digest = hash_of(outcome.verdict, _plain(outcome.result), _plain(boards))
        said = {"verdict": outcome.verdict, "result": outcome.result, "engine": outcome.engine, "digest": digest}
    kept, new = StoredVerdict.objects.get_or_create(
        record=hash_of(game, text), ground=ground, defaults={"game": game, "release": release_of(game), **said}
    )
    if new and outcome is not None:
        keep_boards(kept, outcome.boards)
    return kept


def _plain(value: object) -> str:
    """Return a value as text that is equal for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
