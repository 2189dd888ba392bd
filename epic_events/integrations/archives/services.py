"""Export and import of event archives."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, models, transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import Player, User
from epic_events.accounts.permissions import require_site_admin
from epic_events.audit_log import services as audit_log
from epic_events.decks.models import (
    CardFile,
    CardFileChoice,
    CardPool,
    DeckCard,
    DeckLock,
    DeckRules,
    DeckVersion,
    ListWaiver,
)
from epic_events.events.defaults import check_slug
from epic_events.events.models import Event, Participation, Registration, StaffRole, Stage
from epic_events.events.permissions import require_organiser
from epic_events.infra.errors import TooLargeError, UserError
from epic_events.infra.names import without_address
from epic_events.integrations.archives.digests import find_damage, has_changed_case, with_digest
from epic_events.judging.clock.models import ClockMove, EventClock, TimeExtension
from epic_events.judging.models import Appeal, Call, Case, CheckDraw, Decision, DeckCheck, Penalty
from epic_events.pairings.models import Avoidance, Match, Podding, PodSeat, Preparation, ResultReport, Round, Seat

FORMAT: Final = "epic-events-event"
VERSION: Final = 2
EARLIER_VERSIONS: Final = (1,)
"""Versions that can be imported too; they have no digest."""


@dataclass(frozen=True)
class Table:
    """Table of an event archive.

    Attributes:
        name: key in the JSON object.
        model: model of its rows.
        path: lookup from a row to its event.
        other_path: a second lookup, if rows belong to an event in two ways.
        entries_in: for each JSON field, the keys whose values contain registration keys, possibly in nested lists.
        left_out: excluded fields, which belong to the site.
        added: values of fields that files of earlier releases do not have.
        is_added: True if files of earlier releases do not have the table.
    """

    name: str
    model: type[models.Model]
    path: str
    entries_in: dict[str, tuple[str, ...]] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    added: dict[str, Any] = field(default_factory=dict)
    other_path: str = ""
    is_added: bool = False

    @property
    def fields(self) -> list["models.Field[Any, Any]"]:
        """Exported fields in model order, without primary key and accounts."""
        everything = self.model._meta.concrete_fields  # noqa: SLF001 - Django's public _meta
        return [one for one in everything if self._is_in(one)]

    def _is_in(self, one: "models.Field[Any, Any]") -> bool:
        return not one.primary_key and one.related_model is not User and one.name not in self.left_out


TABLES: Final = (
    Table("event", Event, "pk", left_out=frozenset({"is_demo", "picture"}), added={"livery": ""}),
    Table("stages", Stage, "event", added={"draft_minutes": None, "build_minutes": None}),
    Table("players", Player, "registrations__event", left_out=frozenset({"merged_into"})),
    Table("registrations", Registration, "event"),
    Table("participations", Participation, "stage__event"),
    Table("rounds", Round, "stage__event", {"explanation": ("forbidden", "avoided")}),
    Table("matches", Match, "round__stage__event", {"explanation": ("absent",)}),
    Table("seats", Seat, "match__round__stage__event"),
    Table("poddings", Podding, "stage__event"),
    Table("pod_seats", PodSeat, "podding__stage__event"),
    Table("preparations", Preparation, "stage__event", is_added=True),
    Table("reports", ResultReport, "match__round__stage__event"),
    Table("kept_apart", Avoidance, "event"),
    Table("deck_rules", DeckRules, "event"),
    Table("card_files", CardFile, "event"),
    Table("card_file_choices", CardFileChoice, "event"),
    Table("card_pools", CardPool, "registration__event"),
    Table("decklists", DeckVersion, "registration__event"),
    Table("deck_cards", DeckCard, "version__registration__event"),
    Table("deck_locks", DeckLock, "registration__event"),
    Table("list_waivers", ListWaiver, "registration__event"),
    Table("event_clocks", EventClock, "event"),
    Table(
        "clock_moves",
        ClockMove,
        "round__stage__event",
        other_path="preparation__stage__event",
        added={"preparation": None},
    ),
    Table("time_extensions", TimeExtension, "match__round__stage__event"),
    Table("calls", Call, "event"),
    Table("penalties", Penalty, "event"),
    Table("check_draws", CheckDraw, "event"),
    Table("deck_checks", DeckCheck, "event"),
    Table("cases", Case, "event"),
    Table("appeals", Appeal, "case__event"),
    Table("decisions", Decision, "case__event"),
)
BY_MODEL: Final = {table.model: table for table in TABLES}


def renumbered(value: Any, names: tuple[str, ...], numbers: dict[int, int]) -> Any:
    """Return a JSON object with the registration keys below some names replaced.

    Unknown keys in lists are removed.

    >>> renumbered({"absent": [7], "points": [7]}, ("absent",), {7: 1})
    {'absent': [1], 'points': [7]}
    """
    if not isinstance(value, dict):
        return value
    return {name: _in_lists(one, numbers) if name in names else one for name, one in value.items()}


def _in_lists(value: Any, numbers: dict[int, int]) -> Any:
    if isinstance(value, list):
        return [_in_lists(one, numbers) for one in value if not isinstance(one, int) or one in numbers]
    return numbers.get(value, value)


Numbers = dict[type[models.Model], dict[int, int]]


def export_event(actor: User | None, event: Event) -> dict[str, Any]:
    """Return an event archive as a JSON object, with one query per table.

    Args:
        actor: an organiser of the event; None for the command line.
        event: the event.

    Raises:
        NotAllowedError: the actor is not an organiser; the archive contains decklists and judges' notes.
    """
    require_organiser(actor, event)
    numbers: Numbers = {}
    archive: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    with transaction.atomic():
        for table in TABLES:
            belongs = models.Q(**{table.path: event.pk})
            if table.other_path:
                belongs |= models.Q(**{table.other_path: event.pk})
            rows = list(table.model._default_manager.filter(belongs).order_by("pk").distinct())
            numbers[table.model] = {row.pk: number for number, row in enumerate(rows, 1)}
            archive[table.name] = [_row(table, row, numbers) for row in rows]
    return with_digest(archive)


def _row(table: Table, row: models.Model, numbers: Numbers) -> dict[str, Any]:
    return {one.name: _value(table, row, one, numbers) for one in table.fields}


def _value(table: Table, row: models.Model, one: "models.Field[Any, Any]", numbers: Numbers) -> Any:
    value = getattr(row, one.attname)
    if one.related_model in BY_MODEL:
        return numbers[one.related_model].get(value)
    if one.name in table.entries_in:
        return renumbered(value, table.entries_in[one.name], numbers[Registration])
    return value.isoformat() if isinstance(value, datetime | date) else value


MAX_BYTES: Final = 50 * 1024 * 1024  # bytes
MAX_ERRORS: Final = 50


class ArchiveError(UserError):
    """Raised when an event archive is invalid.

    Attributes:
        problems: error messages, each with table, row and field.
    """

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__(" ".join(problems[:5]), fields={"file": problems[0]})


@dataclass(frozen=True)
class ArchiveSummary:
    """Summary of a valid event archive.

    Attributes:
        name: name of the event.
        slug: slug of the event on the site of origin.
        taken: True if an event on this site already has the slug.
        rows: number of rows by table.
    """

    name: str
    slug: str
    taken: bool
    rows: Mapping[str, int]


def read(content: bytes) -> dict[str, Any]:
    """Parse the content of an archive file.

    Raises:
        TooLargeError: the file is too large.
        ArchiveError: it is not JSON, not an event archive, or of an unsupported version.
    """
    if len(content) > MAX_BYTES:
        raise TooLargeError(_("An event archive can have at most %(most)d MB.") % {"most": MAX_BYTES // 2**20})
    try:
        archive = json.loads(content, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ArchiveError([_("This is not valid JSON: %(problem)s") % {"problem": error}]) from error
    checked = check_format(archive)
    if has_changed_case(content, checked):
        raise ArchiveError([_("The file is damaged. Export the event again.")])
    return checked


def check_format(archive: Any) -> dict[str, Any]:
    """Return parsed JSON if it is an event archive of a supported version.

    Raises:
        ArchiveError: it is not an event archive, of an unsupported version, or damaged.
    """
    if not isinstance(archive, dict) or archive.get("format") != FORMAT:
        raise ArchiveError([_("This is not an event archive: its format is not “%(f)s”.") % {"f": FORMAT}])
    version = archive.get("version")
    if type(version) is not int or version not in (VERSION, *EARLIER_VERSIONS):
        words = _("The file has version %(there)s, but this site supports version %(here)s.")
        raise ArchiveError([words % {"there": version, "here": VERSION}])
    if damage := find_damage(archive, required=version == VERSION):
        raise ArchiveError([damage])
    return archive


def _no_number(word: str) -> None:
    raise ValueError(_("%(word)s is not a valid number.") % {"word": word})


def check_archive(archive: Mapping[str, Any]) -> ArchiveSummary:
    """Validate an archive and return its summary; nothing is stored.

    Raises:
        ArchiveError: lists the errors, at most ``MAX_ERRORS``.
    """
    problems = list(_problems(archive))[:MAX_ERRORS]
    if problems:
        raise ArchiveError(problems)
    event = archive["event"][0]
    exists = Event.objects.filter(slug=event["slug"]).exists()
    return ArchiveSummary(
        event["name"], event["slug"], exists, {table.name: len(_rows_of(archive, table)) for table in TABLES}
    )


def import_archive(actor: User | None, archive: Mapping[str, Any], *, slug: str = "") -> Event:
    """Import an event archive; the actor becomes organiser of the event.

    Entries have no accounts: players claim them by link or are merged with players of this site.

    Args:
        actor: a site administrator; None for the command line.
        archive: archive returned by :func:`read`.
        slug: slug of the new event; empty to use the one in the archive.

    Raises:
        NotAllowedError: the actor is not a site administrator.
        UserError: the slug is invalid or in use; nothing is stored.
        ArchiveError: the archive is invalid; nothing is stored.
    """
    require_site_admin(actor)
    looked = check_archive(check_format(archive))
    slug = slug or looked.slug
    try:
        check_slug(slug)
        models.SlugField(max_length=80).clean(slug, None)
    except ValidationError as error:
        raise UserError(error.messages[0], fields={"slug": error.messages[0]}) from error
    if Event.objects.filter(slug=slug).exists():
        message = _("Another event already uses the address %(slug)s. Choose a different one.") % {"slug": slug}
        raise UserError(message, fields={"slug": message})
    try:
        with transaction.atomic():
            event = _store(archive, slug)
            if actor is not None:
                Event.objects.filter(pk=event.pk).update(created_by=actor)
                StaffRole.objects.create(event=event, user=actor, role=StaffRole.Role.ORGANISER)
            audit_log.record(actor, "event.taken_in", event=event, subject=event, rows=dict(looked.rows))
    except (IntegrityError, DataError) as error:
        message = _("The file is inconsistent: %(problem)s") % {"problem": str(error).splitlines()[0]}
        raise ArchiveError([message]) from error
    return event


def _problems(archive: Mapping[str, Any]) -> Iterator[str]:
    for table in TABLES:
        rows = _rows_of(archive, table)
        if not isinstance(rows, list):
            yield _("%(table)s: the table is missing.") % {"table": table.name}
            return
        for number, row in enumerate(rows, 1):
            yield from (f"{table.name} {number}: {problem}" for problem in _row_problems(table, row, number, archive))
    if len(archive["event"]) != 1:
        yield _("event: exactly one row is required.")


def _rows_of(archive: Mapping[str, Any], table: Table) -> Any:
    """Return the rows of a table; none if files of earlier releases do not have it."""
    return archive.get(table.name, [] if table.is_added else None)


def _row_problems(table: Table, row: Any, number: int, archive: Mapping[str, Any]) -> Iterator[str]:
    names = {one.name for one in table.fields}
    row = {**table.added, **row} if isinstance(row, dict) else row
    if not isinstance(row, dict) or row.keys() != names:
        keys = set(row) if isinstance(row, dict) else set()
        yield _("these fields are missing or unknown: %(names)s") % {"names": ", ".join(sorted(names ^ keys))}
        return
    for one in table.fields:
        value = row[one.name]
        if one.related_model in BY_MODEL:
            other = BY_MODEL[one.related_model]
            most = number - 1 if other is table else len(archive.get(other.name) or ())
            if value is None and one.null:
                continue
            if type(value) is not int or not 1 <= value <= most:
                yield _("%(field)s: there is no row %(value)r in %(table)s.") % {
                    "field": one.name,
                    "value": value,
                    "table": other.name,
                }
            continue
        try:
            _cleaned(one, value)
        except ValidationError as error:
            yield f"{one.name}: {error.messages[0]}"
        except (TypeError, ValueError, OverflowError):
            yield _("%(field)s: the value is invalid.") % {"field": one.name}


def _cleaned(one: "models.Field[Any, Any]", value: Any) -> Any:
    """Return a value of the archive converted to the Python type of its field.

    Raises:
        ValidationError: the value is invalid for the field.
    """
    if value is None and one.null:
        return None
    if isinstance(one, models.CharField | models.TextField) and not isinstance(value, str):
        raise ValidationError(_("This must be a string."))
    if isinstance(one, models.IntegerField) and type(value) is not int:
        raise ValidationError(_("This must be a whole number."))
    if isinstance(one, models.BooleanField) and type(value) is not bool:
        raise ValidationError(_("This must be true or false."))
    cleaned = one.to_python(value)
    if cleaned is None:
        raise ValidationError(_("This must not be empty."))
    if isinstance(one, models.DateTimeField) and cleaned.tzinfo is None:
        raise ValidationError(_("This must include a time zone."))
    if isinstance(one, models.JSONField):
        return cleaned
    one.run_validators(cleaned)
    if one.choices and cleaned not in {key for key, _label in one.flatchoices} | ({""} if one.blank else set()):
        raise ValidationError(_("This is not a valid choice."))
    return cleaned


def _store(archive: Mapping[str, Any], slug: str) -> Event:
    keys: dict[type[models.Model], dict[int, int]] = {}
    for table in TABLES:
        rows = [_instance(table, row, keys, slug) for row in _rows_of(archive, table)]
        manager = table.model._default_manager
        if any(one.related_model is table.model for one in table.fields):
            keys[table.model] = {}
            for number, (instance, row) in enumerate(zip(rows, archive[table.name], strict=True), 1):
                for one in table.fields:
                    if one.related_model is table.model and row[one.name]:
                        setattr(instance, one.attname, keys[table.model][row[one.name]])
                instance.save(force_insert=True)
                keys[table.model][number] = instance.pk
        else:
            made_all = manager.bulk_create(rows, batch_size=500)
            keys[table.model] = {number: instance.pk for number, instance in enumerate(made_all, 1)}
    return Event.objects.get(pk=keys[Event][1])


def _instance(
    table: Table, row: Mapping[str, Any], keys: Mapping[type[models.Model], dict[int, int]], slug: str
) -> models.Model:
    values: dict[str, Any] = {}
    row = {**table.added, **row}
    for one in table.fields:
        value = row[one.name]
        if one.related_model is table.model:
            continue
        if one.related_model in BY_MODEL:
            values[one.attname] = None if value is None else keys[one.related_model][value]
        elif one.name in table.entries_in:
            values[one.name] = renumbered(value, table.entries_in[one.name], keys[Registration])
        else:
            values[one.name] = _cleaned(one, value)
    if table.model is Event:
        values["slug"] = slug
    if table.model is Registration:
        values["name"] = without_address(values["name"])
    return table.model(**values)
