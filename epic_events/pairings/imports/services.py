"""Import of a finished event from a file of results."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import groupby

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import Player, User
from epic_events.audit_log import services as audit_log
from epic_events.events.defaults import RESERVED_SLUGS
from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.events.permissions import require_organiser
from epic_events.events.selectors import lock_event
from epic_events.events.services import EventPlan, create_event
from epic_events.infra.errors import StateError, UserError
from epic_events.pairings import selectors
from epic_events.pairings.imports.event_files import EventFile, read_event_file
from epic_events.pairings.imports.parsers import UNKNOWN, EventFacts, FileRow
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.methods.standings import BYE_GAMES, PRESETS
from epic_events.pairings.methods.tie_breaks.chain import Preset, serialize_chain
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.standings import ranking

_ADDRESS = re.compile(r"[A-Za-z0-9_-]{1,80}")


def import_results(
    actor: User | None,
    slug: str,
    text: str,
    *,
    own_gw_floored: bool = True,
    facts: EventFacts = UNKNOWN,
    tie_breaks: str = "",
) -> Event:
    """Import the results of a finished event; its players get no accounts.

    Replaces an event that was imported before, never one that was run on this site. A playoff of 2 to 64 players
    becomes the cut of the event; a larger one is ignored, because the standings do not depend on it. Without Swiss
    rounds the playoff is the only stage, seeded in the order of the file.

    Args:
        actor: the user who imports; None for the command line.
        slug: the slug of the event, which is created if necessary; empty for a new one, with a user.
        text: the file, see :mod:`epic_events.pairings.imports.event_files`.
        own_gw_floored: True if the player's own GW% has the floor of one third; for the default tie-breakers.
        facts: facts about the event that are not in the results.
        tie_breaks: preset of tie-breakers with its match points; by default that of the program, or Magic's.

    Raises:
        FileError: the file has errors; nothing is stored.
        StateError: the event with this slug was run on this site.
        UserError: the slug or the preset is invalid.
        NotAllowedError: the user is no organiser of the event to replace.
    """
    file = read_event_file(text)
    rows = file.rows
    preset = find_preset(tie_breaks or file.tie_breaks or ("magic-third" if own_gw_floored else "magic-third-raw-gw"))
    with transaction.atomic():
        event = _prepare_event(actor, slug, facts.name or file.facts.name)
        swiss = [row for row in rows if row.stage == "swiss"]
        playoff = [row for row in rows if row.stage == "playoff"]
        entries = _create_registrations(event, file)
        stage = _create_swiss(event, swiss, preset) if swiss else None
        if stage is None:
            _update_statuses(event, file.without_match)
        else:
            _store_matches(stage, swiss, entries)
        if cut := _create_cut(event, stage, file, entries):
            _store_matches(cut, playoff, entries)
        event.status = Event.Status.FINISHED
        event.name = facts.name or file.facts.name or event.name
        event.starts_at = facts.starts_at or file.facts.starts_at or event.starts_at
        event.is_demo = False  # imported results are real; the demo marks its own event again
        event.save(update_fields=["status", "name", "starts_at", "is_demo"])
        audit_log.record(
            actor,
            "results.imported",
            event=event,
            subject=event,
            rows=len(rows),
            players=len(entries),
            rounds=max(row.round for row in swiss or playoff),
        )
    return event


def _create_swiss(event: Event, rows: list[FileRow], preset: Preset) -> Stage:
    """Create the Swiss stage."""
    return Stage.objects.create(
        event=event,
        order=1,
        best_of=_infer_best_of(rows),
        rounds=max(row.round for row in rows),
        tie_breaks=serialize_chain(preset.chain),
        win_points=preset.points.win,
        draw_points=preset.points.draw,
        loss_points=preset.points.loss,
        bye_points=preset.points.bye,
    )


def find_preset(name: str) -> Preset:
    """Return a preset of tie-breakers.

    Raises:
        UserError: there is no such preset; the message lists them.
    """
    if name not in PRESETS:
        message = _("“%(name)s” is not a set of tie-breakers. Choose one of %(known)s.")
        raise UserError(message % {"name": name, "known": ", ".join(PRESETS)})
    return PRESETS[name]


def _prepare_event(actor: User | None, slug: str, name: str) -> Event:
    """Return the event of the slug: new, or without its earlier import.

    Without a slug, a new one is generated from the name.

    Raises:
        StateError: the event was run on this site.
        UserError: the slug is invalid.
    """
    existing_event = Event.objects.filter(slug=slug).first() if slug or actor is None else None
    if existing_event is None:
        is_new_slug = actor is not None and not slug
        if not is_new_slug and (slug in RESERVED_SLUGS or not _ADDRESS.fullmatch(slug)):
            raise UserError(
                _("“%(slug)s” is not a valid event address. Use letters, digits and hyphens.") % {"slug": slug}
            )
        plan = EventPlan(
            name=slug.replace("-", " ") or name.strip() or _("Imported event"),
            starts_at=timezone.now(),
            decklists_required=False,
        )
        event = create_event(actor, plan, slug=slug)
    else:
        require_organiser(actor, existing_event)
        event = lock_event(existing_event)
        reports = ResultReport.objects.filter(match__round__stage__event=event)
        imported = reports.filter(kind=ResultReport.Kind.IMPORT).exists()
        if not imported or reports.exclude(kind=ResultReport.Kind.IMPORT).exists():
            raise StateError(
                _(
                    "“%(slug)s” is an event that was run on this site. Importing would overwrite it. Choose another "
                    "address."
                )
                % {"slug": slug}
            )
    event.stages.all().delete()
    return event


def _create_registrations(event: Event, file: EventFile) -> dict[str, Registration]:
    """Return a registration for every name.

    Keep those of an earlier import, delete unused ones.
    """
    names = sorted(file.players)
    entries = {entry.name: entry for entry in event.registrations.all()}
    gone = [entry for name, entry in entries.items() if name not in names]
    players = [entry.player_id for entry in gone]
    event.registrations.filter(pk__in=[entry.pk for entry in gone]).delete()
    Player.objects.filter(pk__in=players, user=None, registrations=None).delete()
    new = [name for name in names if name not in entries]
    created = Registration.objects.bulk_create(
        Registration(event=event, player=player, name=player.name, status=Registration.Status.CHECKED_IN)
        for player in Player.objects.bulk_create(Player(name=name) for name in new)
    )
    return {
        name: entry for name, entry in [*entries.items(), *((entry.name, entry) for entry in created)] if name in names
    }


def _infer_best_of(rows: Iterable[FileRow]) -> int:
    """Return the match length (best of n) that fits the most games a player won."""
    most = max((max(row.first_wins, row.second_wins) for row in rows if row.second), default=1)
    return {0: 1, 1: 1, 2: 3}.get(most, 5)


def _create_cut(event: Event, swiss: Stage | None, file: EventFile, entries: dict[str, Registration]) -> Stage | None:
    """Create the playoff stage, seeded by the standings; None without a valid playoff."""
    rows = [row for row in file.rows if row.stage == "playoff"]
    players = {entries[player].pk for row in rows for player in row.players}
    if not 2 <= len(players) <= Stage.MAX_BRACKET_SIZE:
        return None
    cut = Stage.objects.create(
        event=event,
        order=2 if swiss else 1,
        kind=Stage.Kind.DOUBLE_ELIMINATION if file.double else Stage.Kind.ELIMINATION,
        cut_size=len(players) if swiss else None,
        entered=len(players),
        third_place=any(row.third for row in rows),
        best_of=_infer_best_of(rows),
    )
    listed = [entries[name].pk for name in file.seeds or file.players]
    ranked = [row.player for row in ranking.standings(swiss)] if swiss else listed
    seeded = [player for player in ranked if player in players]
    Participation.objects.bulk_create(
        Participation(stage=cut, registration_id=player, seed=seed) for seed, player in enumerate(seeded, 1)
    )
    return cut


def _store_matches(stage: Stage, rows: list[FileRow], entries: dict[str, Registration]) -> None:
    """Store the rounds of a stage with their results."""
    now = timezone.now()
    numbers = sorted({row.round for row in rows})
    rounds = Round.objects.bulk_create(
        Round(stage=stage, number=n, status=Round.Status.FINISHED, seed=0, published_at=now, finished_at=now)
        for n in numbers
    )
    by_number = dict(zip(numbers, rounds, strict=True))
    tables = _number_tables(rows)
    positions = _bracket_positions(rows)
    matches = Match.objects.bulk_create(
        _build_match(by_number[row.round], row, tables[row.line], positions.get(row.line)) for row in rows
    )
    points = selectors.match_points_of(stage)
    stored = list(zip(matches, rows, strict=True))
    Seat.objects.bulk_create(
        Seat(
            match=match,
            round=match.round,
            registration=entries[player],
            place=place,
            game_wins=wins,
            points=earned,
            outcome=outcome,
        )
        for match, row in stored
        for place, (player, wins, earned, outcome) in enumerate(
            _seat_values(row, points.bye, _score(row).points(points)), 1
        )
    )
    ResultReport.objects.bulk_create(
        ResultReport(match=match, kind=ResultReport.Kind.IMPORT, values=_report_values(row)) for match, row in stored
    )
    if not stage.is_elimination:
        _create_participations(stage, rows, entries)


def _number_tables(rows: list[FileRow]) -> dict[int, int | None]:
    """Return table numbers by line, in file order; None for a bye."""
    tables: dict[int, int | None] = {}
    for _number, group in groupby(sorted(rows, key=lambda row: (row.round, row.line)), key=lambda row: row.round):
        played = [row for row in group if row.second]
        tables |= {row.line: at for at, row in enumerate(played, 1)}
    return {row.line: tables.get(row.line) for row in rows}


def _bracket_positions(rows: list[FileRow]) -> dict[int, int]:
    """Return positions by line, in file order, of matches outside the main bracket."""
    counts: Counter[tuple[int, str]] = Counter()
    positions = {}
    for row in rows:
        if row.part or row.third:
            positions[row.line] = counts[row.round, row.part]
            counts[row.round, row.part] += 1
    return positions


def _build_match(round_: Round, row: FileRow, table: int | None, position: int | None) -> Match:
    return Match(
        round=round_,
        table=table,
        status=Match.Status.CONFIRMED,
        result_kind=row.kind.value if row.second else Match.ResultKind.BYE,
        games_drawn=row.drawn if row.second else 0,
        bracket=Match.Bracket.THIRD if row.third else Match.Bracket(row.part.value),
        bracket_position=position,
        confirmed_at=round_.finished_at,
    )


def _score(row: FileRow) -> Score:
    return Score(row.first_wins, row.second_wins, row.drawn, row.kind)


def _seat_values(row: FileRow, bye: int, points: tuple[int, int]) -> list[tuple[str, int, int, str]]:
    """Return player, games won, match points and outcome per seat; a bye is won 2-0."""
    if not row.second:
        return [(row.first, BYE_GAMES, bye, Seat.Outcome.WIN)]
    outcomes = _score(row).outcomes()
    return [
        (row.first, row.first_wins, points[0], outcomes[0]),
        (row.second, row.second_wins, points[1], outcomes[1]),
    ]


def _report_values(row: FileRow) -> dict[str, object]:
    if row.second:
        return _score(row).values()
    return {"game_wins": [BYE_GAMES], "games_drawn": 0, "result_kind": Match.ResultKind.BYE.value}


def _create_participations(stage: Stage, rows: list[FileRow], entries: dict[str, Registration]) -> None:
    """Create a participation for every player, ending with the player's last round."""
    last = max(row.round for row in rows)
    played: defaultdict[str, set[int]] = defaultdict(set)
    for row in rows:
        for player in row.players:
            played[player].add(row.round)
    Participation.objects.bulk_create(
        Participation(
            stage=stage,
            registration=entries[player],
            from_round=min(rounds),
            last_round=None if max(rounds) == last else max(rounds),
        )
        for player, rounds in sorted(played.items())
    )
    absent = [entry.pk for name, entry in entries.items() if name not in played]
    left = [entries[player].pk for player, rounds in played.items() if max(rounds) < last]
    _update_statuses(stage.event, [entry.name for entry in entries.values() if entry.pk in {*left, *absent}])


def _update_statuses(event: Event, dropped: Iterable[str]) -> None:
    """Check everyone in except the named players, who dropped."""
    event.registrations.update(status=Registration.Status.CHECKED_IN)
    event.registrations.filter(name__in=list(dropped)).update(status=Registration.Status.DROPPED)
