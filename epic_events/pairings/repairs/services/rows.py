"""Database rows that a repair can change: snapshot, comparison and restore.

A change holds only keys and plain values. Result reports are an audit trail: reports added by a repair are never
deleted. Undoing the repair adds reports that withdraw them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import SET_NULL, Field, ForeignObjectRel, Model, QuerySet

from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.pairings.models import Match, Podding, PodSeat, ResultReport, Round, Seat
from epic_events.pairings.results.match_state import current_reports, current_staff_entries, latest_report

Values = dict[str, Any]
Rows = dict[str, dict[int, Values]]
"""Model label -> primary key -> values by column."""
Change = dict[str, Any]
"""``{"model": label, "pk": key, "before": values or None, "after": values or None}``. A changed row has only the
changed columns."""

MODELS: Mapping[str, type[Model]] = {
    model._meta.label_lower: model  # noqa: SLF001 - Django's public _meta
    for model in (Event, Stage, Registration, Participation, Podding, PodSeat, Round, Match, Seat, ResultReport)
}
REPORT = "pairings.resultreport"
# no foreign keys refer to these; they are deleted and re-created
_RECREATED = ("pairings.seat", "events.participation")


def columns(model: type[Model]) -> list["Field[Any, Any]"]:
    """Return the columns of a table without its primary key."""
    return [field for field in model._meta.concrete_fields if not field.primary_key]  # noqa: SLF001 - public _meta


def take_snapshot(event: Event, rounds: Collection[int]) -> Rows:
    """Return a snapshot of the rows of an event that a repair could change.

    Args:
        event: the event, locked.
        rounds: keys of the rounds whose tables are included.
    """
    querysets: list[QuerySet[Any]] = [
        Event.objects.filter(pk=event.pk),
        Stage.objects.filter(event=event),
        Registration.objects.filter(event=event),
        Participation.objects.filter(stage__event=event),
        Podding.objects.filter(stage__event=event),
        PodSeat.objects.filter(podding__stage__event=event),
        Round.objects.filter(stage__event=event),
        Match.objects.filter(round__in=rounds),
        Seat.objects.filter(round__in=rounds),
        ResultReport.objects.filter(match__round__in=rounds),
    ]
    return {rows.model._meta.label_lower: _read_rows(rows) for rows in querysets}  # noqa: SLF001 - Django's public _meta


def _read_rows(rows: "QuerySet[Any]") -> dict[int, Values]:
    names = [field.attname for field in columns(rows.model)]
    return {
        pk: dict(zip(names, map(_to_json, values), strict=True))
        for pk, *values in rows.order_by("pk").values_list("pk", *names)
    }


def _to_json(value: Any) -> Any:
    """Return a column value as JSON stores it, datetimes with microseconds."""
    return value.isoformat() if isinstance(value, datetime) else value


def diff_snapshots(before: Rows, after: Rows) -> list[Change]:
    """Return the changes between two snapshots of an event."""
    changes: list[Change] = []
    for model, rows in before.items():
        now = after[model]
        for pk in sorted({*rows, *now}):
            was, is_ = rows.get(pk), now.get(pk)
            if was is not None and is_ is not None:
                differing = [name for name in was if was[name] != is_[name]]
                was, is_ = ({name: values[name] for name in differing} for values in (was, is_))
            if was != is_:
                changes.append({"model": model, "pk": pk, "before": was, "after": is_})
    return changes


def find_links(rounds: Collection[int]) -> list[Change]:
    """Return the foreign keys of other apps, such as disputes, into these rounds.

    They are set to NULL when their target is deleted. Each link is returned as the change that would do so.
    """
    changes: list[Change] = []
    for target, condition in (
        (Round, {"pk__in": rounds}),
        (Match, {"round__in": rounds}),
        (Seat, {"round__in": rounds}),
    ):
        for relation in target._meta.get_fields(include_hidden=True):  # noqa: SLF001 - Django's public _meta
            if not isinstance(relation, ForeignObjectRel):
                continue
            model, column = relation.related_model, relation.field.attname
            label = model._meta.label_lower  # noqa: SLF001 - Django's public _meta
            if label in MODELS or relation.on_delete is not SET_NULL:
                continue
            existing = target._default_manager.filter(**condition)
            rows = model._default_manager.filter(**{f"{relation.field.name}__in": existing})
            for pk, to in rows.order_by("pk").values_list("pk", column):
                changes.append({"model": label, "pk": pk, "before": {column: to}, "after": {column: None}})
    return changes


def find_lost_links(links: Iterable[Change]) -> list[Change]:
    """Return the links whose target was deleted."""
    return [change for change in links if _lost_row(change).exists()]


def _lost_row(link: Change) -> "QuerySet[Any]":
    """Return the row of a lost link if it has not been linked to another target."""
    rows: QuerySet[Any] = apps.get_model(link["model"])._default_manager.all()
    return rows.filter(pk=link["pk"], **link["after"])


def find_modified(done: Iterable[Change]) -> list[Change]:
    """Return the changes whose rows were modified since, reports excluded."""
    stale: list[Change] = []
    for model, of_model in _by_model(done).items():
        if model == REPORT:
            continue
        names = sorted({name for change in of_model for name in (change["after"] or {})})
        rows = _queryset(model).filter(pk__in=[change["pk"] for change in of_model])
        now = {
            pk: dict(zip(names, map(_to_json, values), strict=True)) for pk, *values in rows.values_list("pk", *names)
        }
        for change in of_model:
            current = now.get(change["pk"])
            expected = change["after"]
            if (current is None) != (expected is None) or any(
                current[name] != value for name, value in (expected or {}).items() if current is not None
            ):
                stale.append(change)
    return stale


def _by_model(done: Iterable[Change]) -> dict[str, list[Change]]:
    grouped: dict[str, list[Change]] = {model: [] for model in MODELS}
    for change in done:
        if change["model"] in MODELS:
            grouped[change["model"]].append(change)
    return {model: rows for model, rows in grouped.items() if rows}


def restore_rows(done: Iterable[Change], *, by: int | None, reason: str) -> None:
    """Restore every row to its state before these changes.

    Args:
        done: the changes of a repair. The rows must still be as it left them.
        by: key of the user who undoes it.
        reason: why, for the reports that withdraw the repair's reports.

    Raises:
        IntegrityError: another row has taken the place of a row to restore.
    """
    done = list(done)
    by_model = _by_model(done)
    removed = _remove(by_model)
    for column in ("table", "bracket_position"):  # unique columns whose values matches may have swapped
        pks = [change["pk"] for change in by_model.get("pairings.match", ()) if column in (change["before"] or {})]
        Match.objects.filter(pk__in=pks).update(**{column: None})
    for model in MODELS:
        for change in by_model.get(model, ()):
            if change["before"] is None:
                continue
            if model in _RECREATED or change["after"] is None:
                _create(model, change["pk"], {**removed.get((model, change["pk"]), {}), **change["before"]})
            else:
                _write(model, change["pk"], change["before"])
    for link in done:
        if link["model"] not in MODELS:
            _lost_row(link).update(**link["before"])
    _withdraw_reports({change["pk"] for change in by_model.get(REPORT, ()) if change["before"] is None}, by, reason)


def _remove(by_model: Mapping[str, list[Change]]) -> dict[tuple[str, int], Values]:
    """Delete added rows and rows to be re-created.

    Return the current values of the latter.
    """
    removed: dict[tuple[str, int], Values] = {}
    for model in _RECREATED:
        rows = _queryset(model).filter(pk__in=[c["pk"] for c in by_model.get(model, ()) if c["after"] is not None])
        removed |= {(model, pk): values for pk, values in _read_rows(rows).items()}
        rows.delete()
    for model in ("pairings.match", "pairings.round"):
        _queryset(model).filter(pk__in=[c["pk"] for c in by_model.get(model, ()) if c["before"] is None]).delete()
    return removed


def _queryset(model: str) -> "QuerySet[Any]":
    return MODELS[model]._default_manager.all()


def _to_column_types(model: str, values: Values) -> Values:
    """Return the values converted to the column types."""
    fields = {field.attname: field for field in columns(MODELS[model])}
    return {name: fields[name].to_python(value) for name, value in values.items()}


def _write(model: str, pk: int, values: Values) -> None:
    _queryset(model).filter(pk=pk).update(**_to_column_types(model, values))


def _create(model: str, pk: int, values: Values) -> None:
    _queryset(model).bulk_create([MODELS[model](pk=pk, **_to_column_types(model, values))])


def _withdraw_reports(added: Collection[int], by: int | None, reason: str) -> None:
    """Add reports that restore what was reported at each table before the repair."""
    matches = ResultReport.objects.filter(pk__in=added).values_list("match_id", flat=True)
    reports: dict[int, list[ResultReport]] = {}
    for report in ResultReport.objects.filter(match__in=set(matches)).order_by("pk"):
        reports.setdefault(report.match_id, []).append(report)
    for existing in reports.values():
        first = min(report.pk for report in existing if report.pk in added)
        restore_reports(existing, [report for report in existing if report.pk < first], by=by, reason=reason)


def restore_reports(
    existing: Sequence[ResultReport], target: Sequence[ResultReport], *, by: int | None, reason: str
) -> None:
    """Add reports to a table so that only the wanted reports count.

    Args:
        existing: all reports of the table, oldest first.
        target: the reports that shall count. Empty withdraws all.
        by: key of the user.
        reason: why.
    """
    rows = list(existing)

    def add(report: ResultReport, *, withdraws: bool) -> None:
        player = report.registration_id if report.kind == ResultReport.Kind.PLAYER else None
        rows.append(
            ResultReport.objects.create(
                match_id=report.match_id,
                kind=report.kind,
                by_id=by if withdraws else report.by_id,
                registration_id=report.registration_id,
                values=report.values,
                drops=report.drops and not withdraws,
                reason=reason,
                supersedes=latest_report(rows, player),
                withdraws=withdraws,
            )
        )

    now, then = _player_reports(existing), _player_reports(target)
    for player in sorted({*now, *then}):
        if (report := then.get(player)) is None:
            add(now[player], withdraws=True)
        elif player not in now or _report_key(now[player]) != _report_key(report):
            add(report, withdraws=False)
    heap, before = current_staff_entries(existing), current_staff_entries(target)
    same = 0
    while same < min(len(heap), len(before)) and _report_key(heap[same]) == _report_key(before[same]):
        same += 1
    for report in reversed(heap[same:]):
        add(report, withdraws=True)
    for report in before[same:]:
        add(report, withdraws=False)


def _player_reports(reports: Iterable[ResultReport]) -> dict[int, ResultReport]:
    """Return the current report of each player."""
    return {
        r.registration_id: r
        for r in current_reports(reports)
        if r.registration_id and r.kind == ResultReport.Kind.PLAYER
    }


def _report_key(report: ResultReport) -> tuple[Any, ...]:
    return (report.kind, report.by_id, report.registration_id, report.values, report.drops)
