"""Texts that explain tie-breaker values, for pages and the API."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from epic_events.infra.names import isolated
from epic_events.pairings.methods.standings import Standing
from epic_events.pairings.methods.tie_breaks.chain import Form, TieBreak
from epic_events.pairings.methods.tie_breaks.values import Breakdown, Derivation, Rate, Share, Step, Term
from epic_events.pairings.standings import tie_break_labels as words

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


def _describe_value(link: TieBreak, found: Breakdown, names: Mapping[int, str], seed: int) -> ValueBreakdown:
    value = found.value
    exact = "" if value is None or value.denominator == 1 or link.kind.form is Form.LOT else str(value)
    return ValueBreakdown(
        link=link,
        short=words.short(link),
        title=words.title(link),
        text=words.format_value(link, value),
        exact=exact,
        lead=_lead(link, found),
        terms=[_term(link, term, names) for term in found.terms] if link.kind.form is not Form.YES_NO else [],
        remarks=_remarks(found, names, seed),
    )


def _lead(link: TieBreak, found: Breakdown) -> str:
    if link.kind.form is Form.YES_NO:
        return ""
    if found.derivation is Derivation.MEAN and not found.terms:
        return _("no opponent yet")
    if found.derivation is Derivation.MEETINGS and found.value is None:
        return ""
    return str(_LEADS.get(found.derivation, ""))


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


def _remarks(found: Breakdown, names: Mapping[int, str], seed: int) -> list[str]:
    remarks = []
    if found.byes_left_out:
        remarks.append(
            ngettext(
                "Not counted: the bye in round %(rounds)s.",
                "Not counted: the byes in rounds %(rounds)s.",
                len(found.byes_left_out),
            )
            % {"rounds": ", ".join(str(number) for number in found.byes_left_out)}
        )
    if found.derivation in {Derivation.MEETINGS, Derivation.CHANCE}:
        remarks.append(_tied_remark(found, names, seed))
    return remarks


def _tied_remark(found: Breakdown, names: Mapping[int, str], seed: int) -> str:
    """Return with whom the player is tied, for a tie-breaker computed among tied players."""
    if not found.tied_with:
        return _("Not needed: no other player is tied at this point.")
    most = 8
    others = ", ".join(isolated(names[player]) for player in found.tied_with[:most])
    if len(found.tied_with) > most:
        others = _("%(names)s and %(more)d more") % {"names": others, "more": len(found.tied_with) - most}
    if found.derivation is Derivation.CHANCE:
        return _("Tied with %(names)s; the lot is drawn from the seed %(seed)d.") % {"names": others, "seed": seed}
    if found.value is None:
        return _("Tied with %(names)s; not used because not all of them have met each other.") % {"names": others}
    return _("Tied with %(names)s; all of them have met each other.") % {"names": others}


def format_exact(value: Fraction | None) -> str | None:
    """Return a value as an exact fraction such as ``2/3``, as used in the API."""
    return None if value is None else str(value)
