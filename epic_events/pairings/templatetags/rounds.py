"""What templates need to show rounds: names of rounds, shares as percentages, reasons as sentences, rows of lists."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template.context import Context

from epic_events.events.models import Event, Registration
from epic_events.infra.cached_values import field_values
from epic_events.page_cache import rows as cached_rows
from epic_events.pairings import round_names
from epic_events.pairings.cut import bracket_selectors
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.reasons import notes, order_of_preference, sentences
from epic_events.pairings.results.descriptions import games_in_words
from epic_events.pairings.results.forms import QuickForm
from epic_events.pairings.results.table_lists import Names, Tables
from epic_events.pairings.results.table_rows import TableRow
from epic_events.pairings.results.views.match_page import quick_form_of
from epic_events.pairings.standings.rows import StandingRow

register = template.Library()


@register.filter
def round_name(round_: Round) -> str:
    """Return how people call a round: its number, or its place before the final."""
    return round_names.name_of_round(round_)


@register.simple_tag
def cut_winner(event: Event) -> Registration | None:
    """Return who has won an event's cut; None before its end, and without one."""
    return bracket_selectors.cut_winner(event)


register.filter("matches_name", round_names.matches_name)
register.filter("match_name", round_names.name_of_match)
register.filter("bracket_part", round_names.part_of)


@register.filter
def signed_score(seat: Seat, row: TableRow) -> str:
    """Return the games a seat has won, where the result stands; else nothing."""
    return str(seat.game_wins) if row.score is not None else ""


@register.filter
def told(report: ResultReport, row: TableRow) -> str:
    """Return in words what a report says: who won, and with which score."""
    return row.told(report.values)


@register.filter
def games_noted(row: TableRow) -> list[str]:
    """Return how each game of a settled match ended, in order; empty when nobody noted it."""
    return games_in_words(row.score.course, [seat.registration.name for seat in row.seats]) if row.score else []


@register.filter
def why(match: Match, staff: bool = False) -> list[str]:
    """Return the reasons for a pairing, one sentence each; those about who is kept apart for the staff only."""
    return sentences(match.explanation, staff=bool(staff))


@register.filter
def how_paired(round_: Round) -> str:
    """Return by what a round was paired, the most important first."""
    return order_of_preference(round_.explanation, first_stage=round_.stage.order == 1)


@register.filter
def notable(match: Match, staff: bool = False) -> str:
    """Return what is out of the ordinary about a pairing, in a few words; empty for most."""
    return ", ".join(notes(match.explanation, staff=bool(staff)))


@register.simple_tag(takes_context=True)
def own_mark(context: Context, kind: str, key: int) -> str:
    """Return the mark of the reader's own row in a cached list; see ``page_cache.pages``."""
    own = context.get("own")
    return own[f"{kind}-{key}"] if own is not None else ""


@register.simple_tag(takes_context=True)
def filled_gaps(context: Context, text: str) -> str:
    """Show a part that was kept with gaps, with what the page's reader has in them."""
    whole: str = context["own"].filled(text)
    return whole


@register.simple_tag(takes_context=True, name="kept_rows")
def rows_of_a_round(context: Context, kind: str, rows: Tables | Names | None) -> str:
    """Show the rows of one round's list, each made once; see ``epic_events/page_cache/rows.py``.

    Args:
        context: of the page: its event, ``own`` with what stands in the gaps, ``rights``, which list is ``asked`` for,
            and ``lasting``, a stamp under which rows are looked through for results alone, where there is one.
        kind: the template of a row, by its name in ``pairings/partials/rows``.
        rows: tables, or players.
    """
    if not rows:
        return ""
    event, round_ = context["event"], rows.round
    staff = bool(context["rights"].staff)
    template = f"pairings/partials/rows/{kind}.html"
    common = (event.slug, field_values(round_), field_values(round_.stage), staff)

    def of_row(index: int) -> dict[str, Any]:
        return {"event": event, "row": rows[index], "staff": staff}

    lasting = context.get("lasting")
    if lasting and round_.status != Round.Status.DRAFT:  # nobody reports results of a draft
        asked = context.get("asked")
        name = (round_.pk, staff, asked.query if asked else "")
        made = cached_rows.render_changed_rows(template, rows, of_row, common=common, name=name, lasting=lasting)
    else:
        made = cached_rows.render_rows(template, rows.facts, of_row, common=common)
    text: str = context["own"].filled("".join(made))
    return text


@register.simple_tag(takes_context=True)
def kept_standings(context: Context, rows: Sequence[StandingRow]) -> str:
    """Show rows of long standings, whose arithmetic each fetches for itself, each made once.

    Args:
        context: of the page: its event, the round ``after`` which they stand, the names of the tie-breakers that are
            ``saying`` something, and ``own`` with what stands in the gaps.
        rows: the rows.
    """
    event, after, saying = context["event"], context["after"], context["saying"]
    facts = [row.shown for row in rows]

    def of_row(index: int) -> dict[str, Any]:
        return {"event": event, "after": after, "saying": saying, "row": rows[index], "breakdown_on_own_page": True}

    common = (event.slug, after, sorted(saying))
    made = cached_rows.render_rows("pairings/partials/rows/standing.html", facts, of_row, common=common)
    text: str = context["own"].filled("".join(made))
    return text


@register.filter
def quick_form(row: TableRow) -> QuickForm | None:
    """Return the form in one line with which the desk enters a result; None for a bye."""
    return quick_form_of(row, auto_id=f"id_{row.match.pk}_%s")
