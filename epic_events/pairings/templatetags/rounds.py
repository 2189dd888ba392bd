"""Template tags and filters for rounds.

Names, reasons, scores, repairs and cached rows.
"""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template.context import Context

from epic_events.events.models import Event, Registration, Stage
from epic_events.events.permissions import Rights
from epic_events.infra.cached_values import field_values
from epic_events.page_cache import rows as cached_rows
from epic_events.pairings import round_names
from epic_events.pairings.cut import selectors as cut_bracket_selectors
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.reasons import pairing_priorities, sentences, short_reasons
from epic_events.pairings.repairs.summaries import public_notes
from epic_events.pairings.results.forms import QuickForm, build_quick_form
from epic_events.pairings.results.scores import describe_games
from epic_events.pairings.results.table_rows import NameList, TableList, TableRow
from epic_events.pairings.standings.rows import StandingRow

register = template.Library()


@register.filter
def round_name(round_: Round) -> str:
    """Return the display name of a round, such as "Round 3" or "Semi-finals"."""
    return round_names.name_of_round(round_)


@register.simple_tag
def cut_winner(event: Event) -> Registration | None:
    """Return the winner of an event's cut, or `None` while there is none."""
    return cut_bracket_selectors.cut_winner(event)


register.filter("matches_name", round_names.bracket_round_name)
register.filter("match_name", round_names.name_of_match)
register.filter("bracket_part", round_names.bracket_part_name)


@register.filter
def final_game_wins(seat: Seat, row: TableRow) -> str:
    """Return the games a seat has won. Empty without a final result."""
    return str(seat.game_wins) if row.score is not None else ""


@register.filter
def described(report: ResultReport, row: TableRow) -> str:
    """Return a report as text: winner and score."""
    return row.describe(report.values)


@register.filter
def recorded_games(row: TableRow) -> list[str]:
    """Return the result of each game in order. Empty if the games were not recorded."""
    return describe_games(row.score.course, [seat.registration.name for seat in row.seats]) if row.score else []


@register.filter
def why(match: Match, staff: bool = False) -> list[str]:
    """Return the reasons for a pairing. Avoidances are included for staff only."""
    return sentences(match.explanation, staff=bool(staff))


@register.filter
def pairing_criteria(round_: Round) -> str:
    """Return the pairing criteria of a round, most important first."""
    return pairing_priorities(round_.explanation, first_stage=round_.stage.order == 1)


@register.filter
def notable(match: Match, staff: bool = False) -> str:
    """Return unusual facts about a pairing, in a few words. Empty for most pairings."""
    return ", ".join(short_reasons(match.explanation, staff=bool(staff)))


@register.simple_tag(takes_context=True)
def own_mark(context: Context, kind: str, key: int) -> str:
    """Return the mark of the user's own row in a cached list.

    See ``page_cache.pages``.
    """
    own = context.get("own")
    return own[f"{kind}-{key}"] if own is not None else ""


@register.simple_tag(takes_context=True)
def fill_placeholders(context: Context, text: str) -> str:
    """Render a cached part with its placeholders filled for the current user."""
    html: str = context["own"].filled(text)
    return html


@register.simple_tag(takes_context=True, name="cached_rows")
def render_rows(context: Context, kind: str, rows: TableList | NameList | None) -> str:
    """Render the rows of a round's list from the row cache.

    See ``epic_events/page_cache/rows.py``.

    Args:
        context: the page context: its event, placeholder values ``own``, ``rights``, the list parameters
        ``asked``, and
            the version token ``lasting`` if rows may be checked for changed results only.
        kind: name of the row template in ``pairings/partials/rows``.
        rows: tables or players.
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
    if lasting and round_.status != Round.Status.DRAFT:  # unpublished rounds have no reports
        asked = context.get("asked")
        name = (round_.pk, staff, asked.query if asked else "")
        rows_html = cached_rows.render_changed_rows(template, rows, of_row, common=common, name=name, lasting=lasting)
    else:
        rows_html = cached_rows.render_rows(template, rows.facts, of_row, common=common)
    text: str = context["own"].filled("".join(rows_html))
    return text


@register.simple_tag(takes_context=True)
def cached_standings(context: Context, rows: Sequence[StandingRow]) -> str:
    """Render the rows of long standings from the row cache.

    The tie-breaker breakdowns are loaded on demand.

    Args:
        context: the page context: its event, the round ``after`` which they are computed, the names of relevant
            tie-breakers in ``columns_with_values``, and placeholder values ``own``.
        rows: the rows.
    """
    event, after, columns_with_values = context["event"], context["after"], context["columns_with_values"]
    facts = [row.shown for row in rows]

    def of_row(index: int) -> dict[str, Any]:
        return {
            "event": event,
            "after": after,
            "columns_with_values": columns_with_values,
            "row": rows[index],
            "breakdown_on_own_page": True,
        }

    common = (event.slug, after, sorted(columns_with_values))
    rows_html = cached_rows.render_rows("pairings/partials/rows/standing.html", facts, of_row, common=common)
    text: str = context["own"].filled("".join(rows_html))
    return text


@register.filter
def quick_form(row: TableRow) -> QuickForm | None:
    """Return the one-line staff form of a table, or `None` for a bye."""
    return build_quick_form(row, auto_id=f"id_{row.match.pk}_%s")


@register.inclusion_tag("pairings/partials/repair_notes.html")
def round_repairs(event: Event, round_: Round, rights: Rights) -> dict[str, Any]:
    """Show the repairs of a round. Staff also see the reasons."""
    return {"event": event, "rights": rights, "notes": public_notes(event, [(round_.stage.order, round_.number)])}


@register.inclusion_tag("pairings/partials/repair_notes.html")
def standings_repairs(event: Event, stage: Stage, after: int, rights: Rights) -> dict[str, Any]:
    """Show the repairs that affect the standings after a round."""
    rounds = [(order, number) for order in range(1, stage.order + 1) for number in range(1, after + 1)]
    return {"event": event, "rights": rights, "notes": public_notes(event, rounds, of_standings=True)}
