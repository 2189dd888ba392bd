"""Computed standings of large events, cached in the database.

They are valid until a result or a participation changes. The standings of 10,000 players take half a second to
compute. They are computed when a round is finished, and cached with the version token of the standings. A page then
reads only its own rows, without the results of all rounds.
"""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final, NamedTuple

from django.core.cache import caches

from epic_events.audit_log.services import version_tokens
from epic_events.events.models import Event, Stage
from epic_events.infra import cached_values
from epic_events.pairings.methods.standings import Standing
from epic_events.pairings.methods.tie_breaks.chain import Chain, TieBreak
from epic_events.pairings.selectors import load_event_plan
from epic_events.pairings.standings import ranking

RANKINGS: Final = "rankings"
"""The cache in the database."""
LARGE: Final = 1000
"""Number of players from which standings are cached; those of fewer are computed in a few milliseconds."""
ROWS_A_PAGE: Final = 100
"""Rows per page of the standings."""
_LIFETIME: Final = 30 * 24 * 3600
_VERSION: Final = 1  # changes with the format of the cached value


@dataclass(frozen=True, slots=True)
class CachedStanding:
    """A row of cached standings.

    It has the values of :class:`Standing` that lists show, without their breakdown.
    """

    rank: int
    player: int
    match_points: int
    won_lost_drawn: tuple[int, int, int]
    values: list[tuple[TieBreak, Fraction | None]]


class _Cached(NamedTuple):
    """The cached value.

    Version token, registration ids and ranks in order, and the pickled rows of each page.
    """

    version_token: str
    players: list[int]
    ranks: list[int]
    pages: list[bytes]


class CachedRanking:
    """The standings of a stage after a round.

    Attributes:
        players: registration ids, best rank first.
        ranks: their ranks.
    """

    def __init__(self, cached: _Cached, chain: Chain) -> None:
        self.players, self.ranks = cached.players, cached.ranks
        self._pages, self._chain = cached.pages, chain

    def page(self, number: int) -> list[CachedStanding]:
        """Return the rows of a page, counted from 1."""
        rows = pickle.loads(self._pages[number - 1]) if self._pages else []  # noqa: S301 - pickled by this module
        return [
            CachedStanding(
                rank,
                player,
                points,
                record,
                [
                    (link, None if value is None else Fraction(*value))
                    for link, value in zip(self._chain, values, strict=True)
                ],
            )
            for rank, player, points, record, values in rows
        ]


def is_large(stage: Stage) -> bool:
    """Return True if the standings of a stage are cached."""
    return (stage.entered or 0) >= LARGE


def load_ranking(stage: Stage, after: int, version_token: str) -> CachedRanking:
    """Return the standings after a finished round.

    They come from the cache if its version token matches.

    Args:
        stage: the Swiss stage.
        after: number of the round.
        version_token: version token of the standings, read before the stage.
    """
    key = _key(stage, after)
    cached_ranking: _Cached | None = caches[RANKINGS].get(key)
    if cached_ranking is None or cached_ranking.version_token != version_token:
        cached_ranking = cached_values.compute_once(key, version_token, partial(_compute, stage, after, version_token))
    return CachedRanking(cached_ranking, ranking.settings_of(stage).chain)


def store_ranking(event: Event, after: int) -> None:
    """Cache the standings after a finished round.

    Call it as the last step of the transaction.
    """
    stage = load_event_plan(event).counting_stage
    if stage is not None and is_large(stage):
        _compute(stage, after, f"{event.salt}.{version_tokens(event).standings}")


def _key(stage: Stage, after: int) -> str:
    return f"ranking.{_VERSION}.{stage.pk}.{after}"


def _compute(stage: Stage, after: int, version_token: str) -> _Cached:
    ranked = ranking.standings(stage, after)
    computed = _Cached(
        version_token,
        [row.player for row in ranked],
        [row.rank for row in ranked],
        [pickle.dumps(_to_plain_rows(ranked[at : at + ROWS_A_PAGE])) for at in range(0, len(ranked), ROWS_A_PAGE)],
    )
    caches[RANKINGS].set(_key(stage, after), computed, timeout=_LIFETIME)
    return computed


def _to_plain_rows(rows: Sequence[Standing]) -> list[tuple[object, ...]]:
    """Return rows as plain numbers.

    Fractions take ten times as long to unpickle.
    """
    return [
        (
            row.rank,
            row.player,
            row.match_points,
            row.won_lost_drawn,
            row.ratios,
        )
        for row in rows
    ]
