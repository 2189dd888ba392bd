"""Rows of the standings, and texts that explain their tie-breaker values."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import NamedTuple, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from epic_events.events.models import Registration, Stage
from epic_events.infra.names import isolated
from epic_events.pairings.methods import standings as pure
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.methods.standings import Standing
from epic_events.pairings.methods.tie_breaks.chain import Form, TieBreak
from epic_events.pairings.methods.tie_breaks.values import Breakdown, Derivation, Rate, Share, Step, Term
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings import tie_break_labels as words
from epic_events.pairings.standings.cached_ranking import CachedRanking, CachedStanding

_LEADS: Mapping[Derivation, str | Promise] = {
    Derivation.MEAN: gettext_lazy("mean of"),
    Derivation.SUM: gettext_lazy("sum of"),
    Derivation.RUNNING: gettext_lazy("after each round, a quarter of the previous value plus all match points so far:"),
    Derivation.MEETINGS: gettext_lazy("mean match points from the matches among the tied players:"),
}
_OWN_SHARES: Mapping[str, str | Promise] = {
    "gw": gettext_lazy("%(won)d of %(possible)d game points"),
    "mw": gettext_lazy("%(won)d of %(possible)d match points"),
    "ml": gettext_lazy("%(won)d of %(possible)d matches lost"),
}


@dataclass(frozen=True)
class TermBreakdown:
    """A term of a value as text.

    Attributes:
        term: the term.
        name: name of the opponent; empty for a bye or if there is none.
        text: the calculation of the term.
        counts: the value that counts if a floor or ceiling changed it, else empty.
    """

    term: Term
    name: str
    text: str
    counts: str


@dataclass(frozen=True)
class ValueBreakdown:
    """A tie-breaker value as text.

    Attributes:
        link: the tie-breaker.
        short: column heading.
        title: full name of the tie-breaker.
        text: the value.
        exact: the value as a fraction; empty for a whole number or no value.
        lead: how the terms are combined, such as "mean of".
        terms: the terms.
        remarks: remarks on this player's value.
    """

    link: TieBreak
    short: str
    title: str
    text: str
    exact: str
    lead: str
    terms: list[TermBreakdown]
    remarks: list[str]

    @property
    def settings(self) -> list[str]:
        """Floors, ceilings and byes as sentences."""
        return words.notes(self.link)


def describe_values(standing: Standing, names: Mapping[int, str], seed: int) -> list[ValueBreakdown]:
    """Return the breakdown of every tie-breaker value of a row.

    Args:
        standing: the row.
        names: names of all players, by id.
        seed: random seed of the lot.
    """
    return [_describe_value(link, standing.breakdown(link.name), names, seed) for link in standing.chain]


def _describe_value(link: TieBreak, breakdown: Breakdown, names: Mapping[int, str], seed: int) -> ValueBreakdown:
    value = breakdown.value
    exact = "" if value is None or value.denominator == 1 or link.kind.form is Form.LOT else str(value)
    return ValueBreakdown(
        link=link,
        short=words.short(link),
        title=words.title(link),
        text=words.format_value(link, value),
        exact=exact,
        lead=_lead(link, breakdown),
        terms=[_term(link, term, names) for term in breakdown.terms] if link.kind.form is not Form.YES_NO else [],
        remarks=_remarks(breakdown, names, seed),
    )


def _lead(link: TieBreak, breakdown: Breakdown) -> str:
    if link.kind.form is Form.YES_NO:
        return ""
    if breakdown.derivation is Derivation.MEAN and not breakdown.terms:
        return _("no opponent yet")
    if breakdown.derivation is Derivation.MEETINGS and breakdown.value is None:
        return ""
    return str(_LEADS.get(breakdown.derivation, ""))


def _term(link: TieBreak, term: Term, names: Mapping[int, str]) -> TermBreakdown:
    name = names[term.opponent] if term.opponent is not None else ""
    share = term.share
    counts = ""
    if isinstance(share, Share):
        text = _("a bye") if not share.possible and term.opponent is None and term.round else _share_text(link, share)
        if share.floored or share.capped:
            counts = words.format_percent(share.value)
    elif isinstance(share, Rate):
        text = f"{share.won}/{share.rounds}"
    elif isinstance(share, Step):
        text = (
            f"{words.format_number(share.before)}/{share.divisor} + {share.added} = {words.format_number(share.value)}"
        )
    else:
        text = words.format_percent(share.value) if link.kind.form is Form.PERCENT else words.format_number(share.value)
    return TermBreakdown(term, name, text, counts)


def _share_text(link: TieBreak, share: Share) -> str:
    """Return a share such as ``6/9``, or as a phrase for the player's own share."""
    own = _OWN_SHARES.get(link.name)
    if own is not None:
        return str(own) % {"won": share.won, "possible": share.possible}
    return f"{share.won}/{share.possible}"


def _remarks(breakdown: Breakdown, names: Mapping[int, str], seed: int) -> list[str]:
    remarks = []
    if breakdown.byes_left_out:
        remarks.append(
            ngettext(
                "Not counted: the bye in round %(rounds)s.",
                "Not counted: the byes in rounds %(rounds)s.",
                len(breakdown.byes_left_out),
            )
            % {"rounds": ", ".join(str(number) for number in breakdown.byes_left_out)}
        )
    if breakdown.derivation in {Derivation.MEETINGS, Derivation.CHANCE}:
        remarks.append(_tied_remark(breakdown, names, seed))
    return remarks


def _tied_remark(breakdown: Breakdown, names: Mapping[int, str], seed: int) -> str:
    """Return with whom the player is tied.

    The tie-breaker is computed among tied players.
    """
    if not breakdown.tied_with:
        return _("Not needed: no other player is tied at this point.")
    most = 8
    others = ", ".join(isolated(names[player]) for player in breakdown.tied_with[:most])
    if len(breakdown.tied_with) > most:
        others = _("%(names)s and %(more)d more") % {"names": others, "more": len(breakdown.tied_with) - most}
    if breakdown.derivation is Derivation.CHANCE:
        return _("Tied with %(names)s; the lot is drawn from the seed %(seed)d.") % {"names": others, "seed": seed}
    if breakdown.value is None:
        return _("Tied with %(names)s; not used because not all of them have met each other.") % {"names": others}
    return _("Tied with %(names)s; all of them have met each other.") % {"names": others}


def format_exact(value: Fraction | None) -> str | None:
    """Return a value as an exact fraction such as ``2/3``, as used in the API."""
    return None if value is None else str(value)


ALL_ROWS = slice(None)


class Cell(NamedTuple):
    """A tie-breaker value in a row.

    Attributes:
        name: name of the tie-breaker.
        label: column heading.
        text: the formatted value.
        has_value: False if the tie-breaker does not apply to this player.
    """

    name: str
    label: str
    text: str
    has_value: bool


@dataclass(frozen=True)
class StandingRow:
    """A row of the standings with names.

    Attributes:
        standing: rank and values.
        registration: the registration of the player.
        names: name of every player, by registration id.
        mine: True if the row belongs to the viewer.
        has_dropped: True if the player has dropped.
        last_in_cut: True if the line of the cut is below this row.
    """

    standing: pure.Standing | CachedStanding
    registration: Registration
    names: dict[int, str]
    mine: bool
    has_dropped: bool
    last_in_cut: bool

    @property
    def lines(self) -> list[tuple[pure.Line, str]]:
        """Each round with the opponent's name, empty for a bye."""
        lines = self.computed.lines
        return [(line, self.names.get(line.opponent, "") if line.opponent else "") for line in lines]

    @property
    def computed(self) -> pure.Standing:
        """The standing with its results, which a cached one does not have."""
        if isinstance(self.standing, CachedStanding):
            raise TypeError("A row of cached standings has no breakdown.")
        return self.standing

    @cached_property
    def cells(self) -> list[Cell]:
        """The tie-breaker values of the row."""
        return [
            Cell(link.name, words.short(link), words.format_value(link, value), value is not None)
            for link, value in self.standing.values
        ]

    @property
    def shown(self) -> tuple[object, ...]:
        """All displayed values except the breakdown, as a cache key."""
        entry, cells = self.registration, [tuple(cell) for cell in self.cells]
        place = (self.standing.rank, self.standing.match_points, self.record)
        return (entry.pk, entry.name, self.has_dropped, self.last_in_cut, *place, cells)

    @property
    def breakdown(self) -> list[ValueBreakdown]:
        """The breakdown of each tie-breaker value."""
        return describe_values(self.computed, self.names, self.computed.table.record.seed)

    @property
    def won_lost_drawn(self) -> tuple[int, int, int]:
        """Matches won (including byes), lost and drawn."""
        return self.standing.won_lost_drawn

    @property
    def record(self) -> str:
        """Matches won, lost and drawn as text."""
        # A word joiner after each dash keeps the three numbers on one line.
        return f"{DASH}\N{WORD JOINER}".join(str(number) for number in self.won_lost_drawn)


def columns_with_values(rows: Iterable[StandingRow]) -> set[str]:
    """Return the names of the tie-breakers with a value in at least one row."""
    return {cell.name for row in rows for cell in row.cells if cell.has_value}


def standing_rows(
    stage: Stage, after: int | None, viewer: object = None, cut_size: int | None = None, part: slice = ALL_ROWS
) -> list[StandingRow]:
    """Return rows of the standings, best rank first.

    Args:
        stage: the Swiss stage.
        after: number of the round; None for the current standings.
        viewer: the user who views the page.
        cut_size: number of players in the cut, for the line of the cut.
        part: slice of the rows to return.
    """
    return build_standing_rows(stage, ranking.standings(stage, after), viewer, cut_size, part)


def build_standing_rows(
    stage: Stage,
    ranked: list[pure.Standing],
    viewer: object = None,
    cut_size: int | None = None,
    part: slice = ALL_ROWS,
) -> list[StandingRow]:
    """Return rows for computed standings, in one query."""
    listed = Registration.objects.filter(event=stage.event_id).select_related("player").order_by()
    entries = {entry.pk: entry for entry in listed}
    names = {entry.pk: entry.name for entry in listed}
    gone = {entry.pk for entry in listed if entry.status == Registration.Status.DROPPED}
    chosen = ranked[part]
    in_play = [row.player for row in ranked if row.player not in gone]
    last = in_play[cut_size - 1] if cut_size and len(in_play) >= cut_size else None
    viewer_id = getattr(viewer, "pk", None)
    return [
        StandingRow(
            standing=row,
            registration=entries[row.player],
            names=names,
            mine=viewer_id is not None and entries[row.player].player.user_id == viewer_id,
            has_dropped=row.player in gone,
            last_in_cut=row.player == last,
        )
        for row in chosen
    ]


def build_cached_rows(
    event_id: int, ranking: CachedRanking, number: int, cut_size: int | None = None, most: int | None = None
) -> list[StandingRow]:
    """Return the rows of a page of cached standings.

    They have no breakdowns. One query or two.

    Args:
        event_id: key of the event.
        ranking: the standings.
        number: the page, from 1.
        cut_size: number of players in the cut, for the line of the cut.
        most: number of rows, if not all of the page.
    """
    chosen = ranking.page(number)[:most]
    listed = Registration.objects.filter(event=event_id).order_by()
    entries = listed.in_bulk([row.player for row in chosen])
    last = None
    if cut_size:
        gone = set(listed.filter(status=Registration.Status.DROPPED).values_list("pk", flat=True))
        last = next(islice((player for player in ranking.players if player not in gone), cut_size - 1, None), None)
    return [
        StandingRow(
            standing=row,
            registration=entries[row.player],
            names={},
            mine=False,
            has_dropped=entries[row.player].status == Registration.Status.DROPPED,
            last_in_cut=row.player == last,
        )
        for row in chosen
    ]


class HasPlayer(Protocol):
    """A row of any standings with the registration id of its player."""

    @property
    def player(self) -> int:
        """The registration id."""


def own_row_index(event_id: int, ranked: Sequence[HasPlayer], viewer: object) -> int | None:
    """Return the index of the viewer's own row; None if the viewer does not play."""
    own = set(Registration.objects.of_user(viewer).filter(event=event_id).values_list("pk", flat=True))
    return next((at for at, row in enumerate(ranked) if row.player in own), None) if own else None
