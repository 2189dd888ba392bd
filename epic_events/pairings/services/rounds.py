"""The life of a round: paired as a draft, published, finished."""

import secrets

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.errors import StateError
from epic_events.events.locking import locked
from epic_events.events.models import Event, Registration, Stage
from epic_events.events.permissions import require_scorekeeper
from epic_events.events.services import start_event
from epic_events.journal import services as journal
from epic_events.pairings import reads
from epic_events.pairings.brackets import next_round, rounds_of
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.naming import logged, name_of_round
from epic_events.pairings.round_counts import recommended_rounds
from epic_events.pairings.services.qualifying import require_still_qualified
from epic_events.pairings.services.seating import Draft, bracket_draft, store, swiss_draft
from epic_events.pairings.standings import BYE_GAMES

_SEED_BITS = 48
_TABLES_NAMED = 12


def new_seed() -> int:
    """Return a seed nobody can foresee; it is stored with the round it decided."""
    return secrets.randbits(_SEED_BITS)


def fresh(round_: Round) -> Round:
    """Return the round as it is stored now, its event locked until the transaction ends.

    Raises:
        StateError: when it is gone.
    """
    event = locked(round_.stage.event)
    stored = Round.objects.select_related("stage").filter(pk=round_.pk).first()
    if stored is None:
        raise StateError(_("This round has been taken back; look at the event's rounds as they are now."))
    stored.stage.event = event
    return stored


def pair_round(actor: User | None, event: Event, *, seed: int | None = None) -> Round:
    """Pair the next round as a draft, which the staff looks at before it is published.

    An event that is open begins with this; a round with all its results in is finished by it.

    Args:
        actor: who pairs; None for the site's own command line.
        event: the event.
        seed: decides between equally good pairings; drawn when not given.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
        StateError: when a draft waits already, results are missing, or all rounds have been played.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = locked(event)
        if event.status == Event.Status.OPEN:
            event = start_event(actor, event)
        require_running(event)
        last = reads.latest_round(event)
        if last is not None:
            close(actor, event, last)
            require_rounds_left(last)
            stage, number = last.stage, last.number + 1
        else:
            stage, number = event.stages.get(order=1), 1
            fix_number_of_rounds(actor, event, stage)
        seed = new_seed() if seed is None else seed
        return make_draft(actor, event, Round(stage=stage, number=number, seed=seed))


def require_running(event: Event) -> None:
    """Stop what needs an event under way.

    Raises:
        StateError: says what the event is instead.
    """
    if event.status != Event.Status.RUNNING:
        raise StateError(
            _("Rounds are paired while an event is open or running; this one is: %(status)s.")
            % {"status": event.get_status_display().lower()}
        )


def require_rounds_left(last: Round) -> None:
    """Stop a round more than the stage has.

    Raises:
        StateError: says what comes next.
    """
    stage = last.stage
    if stage.is_elimination:
        if last.number >= rounds_of(stage.cut_size or 2):
            raise StateError(_("The final has been played: finish the event."))
    elif stage.rounds is not None and last.number >= stage.rounds:
        done = ngettext(
            "The one Swiss round has been played", "All %(rounds)d Swiss rounds have been played", stage.rounds
        )
        if reads.cut_stage(stage.event) is not None:
            raise StateError(_("%(done)s: start the cut.") % {"done": done % {"rounds": stage.rounds}})
        raise StateError(_("%(done)s: finish the event.") % {"done": done % {"rounds": stage.rounds}})


def fix_number_of_rounds(actor: User | None, event: Event, stage: Stage) -> None:
    """Settle an automatic number of rounds by the size of the field; from here on it does not change."""
    if stage.rounds is not None:
        return
    byes = Registration.objects.playing(stage, 1).values_list("awarded_byes", flat=True)
    stage.rounds = recommended_rounds(sum(2**awarded for awarded in byes))
    stage.save(update_fields=["rounds"])
    journal.record(actor, "stage.rounds_fixed", event=event, subject=stage, rounds=stage.rounds, players=len(byes))


def make_draft(actor: User | None, event: Event, round_: Round) -> Round:
    """Store a new round with its matches.

    Raises:
        StateError: with fewer than two players.
    """
    draft = draft_of(round_)
    round_.explanation = draft.explanation
    round_.save()
    store(round_, draft)
    journal.record(
        actor, "round.paired", event=event, subject=round_, stage=round_.stage, seed=round_.seed, **logged(round_)
    )
    return round_


def draft_of(round_: Round) -> Draft:
    """Return the pairing of a round in the way of its stage.

    Raises:
        StateError: with fewer than two players.
    """
    stage, number = round_.stage, round_.number
    if stage.is_elimination:
        seeds = cut_seeds(stage)
        before = stage.round_set.get(number=number - 1)
        winners = Seat.objects.filter(round=before, outcome=Seat.Outcome.WIN).order_by("match__bracket_position")
        return bracket_draft(next_round(list(winners.values_list("registration_id", flat=True)), seeds), seeds)
    draft = swiss_draft(stage, number, round_.seed)
    if sum(len(match.players) for match in draft.matches) < 2:
        raise StateError(_("At least two players are needed for a round; reinstate somebody or finish the event."))
    return draft


def cut_seeds(stage: Stage) -> dict[int, int]:
    """Return the seed of each player of a cut."""
    seeded = stage.participations.filter(seed__isnull=False).order_by("seed")
    return {pk: seed or 0 for pk, seed in seeded.values_list("registration_id", "seed")}


def pair_again(actor: User | None, round_: Round, *, seed: int | None = None) -> Round:
    """Pair a draft anew: with a new seed, and with everybody who takes part by now.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
        StateError: when the round is published, or belongs to the cut, whose bracket knows no chance.
    """
    require_scorekeeper(actor, round_.stage.event)
    with transaction.atomic():
        round_ = fresh(round_)
        require_draft(round_)
        if round_.stage.is_elimination:
            raise StateError(_("The bracket decides who meets whom in the cut: there is nothing to pair again."))
        before, round_.seed = round_.seed, new_seed() if seed is None else seed
        draft = draft_of(round_)
        round_.matches.all().delete()
        round_.explanation, round_.paired_at = draft.explanation, timezone.now()
        round_.save(update_fields=["seed", "explanation", "paired_at"])
        store(round_, draft)
        journal.record(
            actor, "round.paired_again", event=round_.stage.event, subject=round_, seed=round_.seed, seed_before=before
        )
    return round_


def require_draft(round_: Round) -> None:
    """Stop what can be done with a draft only.

    Raises:
        StateError: when players know the round already.
    """
    if round_.status != Round.Status.DRAFT:
        raise StateError(_("%(round)s is published: players sit at its tables.") % {"round": name_of_round(round_)})


def discard_round(actor: User | None, round_: Round) -> None:
    """Take a draft back as if it had not been paired.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
        StateError: when the round is published.
    """
    require_scorekeeper(actor, round_.stage.event)
    with transaction.atomic():
        round_ = fresh(round_)
        require_draft(round_)
        stage = round_.stage
        journal.record(
            actor,
            "round.discarded",
            event=stage.event,
            subject=round_,
            stage=stage,
            number=round_.number,
            seed=round_.seed,
        )
        round_.delete()
        if stage.is_elimination and not stage.round_set.exists():
            stage.participations.all().delete()


def publish_round(actor: User | None, round_: Round) -> Round:
    """Show a draft to the players; its byes are won with this.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
        StateError: when it is published already, or somebody came, left or got another result since it was paired.
    """
    require_scorekeeper(actor, round_.stage.event)
    with transaction.atomic():
        round_ = fresh(round_)
        require_draft(round_)
        require_running(round_.stage.event)
        if not round_.stage.is_elimination:
            _require_up_to_date(round_)
        elif round_.number == 1:
            require_still_qualified(round_, cut_seeds(round_.stage))
        now = timezone.now()
        for row in reads.tables(round_):
            if row.is_bye:
                win_bye(row.match, row.seats[0], round_.stage)
        round_.status, round_.published_at = Round.Status.PUBLISHED, now
        round_.save(update_fields=["status", "published_at"])
        journal.record(actor, "round.published", event=round_.stage.event, subject=round_, **logged(round_))
    return round_


def _require_up_to_date(round_: Round) -> None:
    """Stop the publication of a draft that no longer fits.

    Raises:
        StateError: says who came, left or has other points.
    """
    paired_with: dict[int, int] = {}
    for row in reads.tables(round_):
        points = row.match.explanation.get("points", [])
        paired_with |= {seat.registration_id: at for seat, at in zip(row.seats, points, strict=False)}
    now = {entrant.id: entrant.points for entrant in reads.entrants(round_.stage, round_.number)}
    stale = sorted({pk for pk, _points in paired_with.items() ^ now.items()})
    if not stale:
        return
    names = dict(Registration.objects.filter(pk__in=stale).values_list("pk", "name"))
    raise StateError(
        _("Pair this round again: since it was paired, something changed for %(names)s.")
        % {"names": ", ".join(names[pk] for pk in stale[:_TABLES_NAMED])}
    )


def win_bye(match: Match, seat: Seat, stage: Stage) -> None:
    """Settle a bye: a match won 2-0 against nobody."""
    match.status, match.result_kind = Match.Status.CONFIRMED, Match.ResultKind.BYE
    match.confirmed_at = timezone.now()
    match.save(update_fields=["status", "result_kind", "confirmed_at"])
    seat.game_wins, seat.points, seat.outcome = BYE_GAMES, stage.bye_points, Seat.Outcome.WIN
    seat.save(update_fields=["game_wins", "points", "outcome"])


def finish_round(actor: User | None, round_: Round) -> Round:
    """Close a round with all its results in; the standings after it are public from now on.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
        StateError: when results are missing, or it is not being played.
    """
    require_scorekeeper(actor, round_.stage.event)
    with transaction.atomic():
        round_ = fresh(round_)
        if round_.status == Round.Status.FINISHED:
            raise StateError(_("%(round)s is finished already.") % {"round": name_of_round(round_)})
        close(actor, round_.stage.event, round_)
    return round_


def close(actor: User | None, event: Event, round_: Round) -> None:
    """Finish a published round; nothing to do for one that is finished. Expects the event to be locked.

    Raises:
        StateError: for a draft, or when results are missing: names the tables.
    """
    if round_.status == Round.Status.FINISHED:
        return
    if round_.status == Round.Status.DRAFT:
        raise StateError(
            _("%(round)s is paired and waits as a draft: publish it, pair it again or discard it.")
            % {"round": name_of_round(round_)}
        )
    missing = reads.open_tables(round_)
    if missing:
        named = ", ".join(str(match.table) for match in missing[:_TABLES_NAMED])
        more = "" if len(missing) <= _TABLES_NAMED else " …"
        raise StateError(
            ngettext(
                "%(round)s waits for the result of table %(tables)s.",
                "%(round)s waits for the results of %(count)d tables: %(tables)s.",
                len(missing),
            )
            % {"round": name_of_round(round_), "count": len(missing), "tables": named + more}
        )
    round_.status, round_.finished_at = Round.Status.FINISHED, timezone.now()
    round_.save(update_fields=["status", "finished_at"])
    journal.record(actor, "round.finished", event=event, subject=round_, **logged(round_))
