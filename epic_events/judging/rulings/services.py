"""Every write of a ruling: given, reworded, published, replaced, found to stand."""

from collections.abc import Mapping
from datetime import datetime
from functools import cache

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.altered_rules import load_altered_rules
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.rulings.models import Ruling, RulingCard, RulingRule, RulingVersion
from epic_events.judging.rulings.permissions import allowed_statuses, require_can_change, require_can_rule
from epic_events.judging.rulings.validation import RulingContent, clean_content
from epic_events.reference.rules.texts import cited_text

MAX_RULINGS_PER_HOUR = 60


def create_ruling(actor: User | None, content: RulingContent, *, publish: bool = False, packaged: str = "") -> Ruling:
    """Store a new ruling; published at once if asked to.

    Args:
        actor: who rules; None for the site itself, which brings the rulings that we ship.
        wording: what it says.
        publish: whether everybody reads it from now on.
        packaged: its id among those that we ship.

    Raises:
        NotAllowedError: for everybody but judges, and for a weight that this judge cannot give.
        TooOftenError: for a stream of rulings.
        UserError: for a wording that cannot stand, with a message per field.
    """
    if actor is not None:
        require_can_rule(actor, content.event)
        limit_rate("ruling.give", actor.pk, limit=MAX_RULINGS_PER_HOUR, seconds=3600)
    _require_allowed_status(actor, content)
    content = clean_content(content)
    now = timezone.now()
    with transaction.atomic():
        ruling = Ruling.objects.create(
            game=content.game,
            author=actor,
            packaged=packaged,
            given_at=content.given_at or now,
            published_at=now if publish else None,
            changed_at=now,
            **_field_values(content),
        )
        _store_citations(ruling, content)
        _store_version(actor, ruling, "")
        audit_log.record(
            actor, "ruling.given", event=ruling.event, subject=ruling, status=ruling.status, published=publish
        )
    return ruling


def reword(
    actor: User | None, ruling: Ruling, content: RulingContent, *, reason: str, expected_version: str | None = None
) -> Ruling:
    """Change what a ruling says; the words before stay readable among its versions.

    Raises:
        ChangedMeanwhileError: it does not read any more as it was ``expected_version``.
        NotAllowedError: for everybody but who may change it, and for a weight that this judge cannot give.
        StateError: when it is superseded.
        UserError: without a reason for one that is published, or for a wording that cannot stand.
    """
    require_can_change(actor, ruling)
    if content.status != ruling.status:
        _require_allowed_status(actor, content)
    content = clean_content(content)
    with transaction.atomic():
        ruling = _lock_and_reload(ruling)
        if ruling.published_at is not None and not reason.strip():
            message = _("This ruling is published. Enter a reason for the change.")
            raise UserError(message, fields={"reason": message})
        require_unchanged(expected_version, ruling_version_token(ruling), _displayed_fields(ruling))
        for name, value in _field_values(content).items():
            setattr(ruling, name, value)
        ruling.changed_at, ruling.check_since = timezone.now(), None
        ruling.save()
        ruling.rules.all().delete()
        ruling.cards.all().delete()
        _store_citations(ruling, content)
        _store_version(actor, ruling, reason.strip())
        audit_log.record(actor, "ruling.reworded", event=ruling.event, subject=ruling, reason=reason.strip())
    return ruling


def publish(actor: User | None, ruling: Ruling) -> Ruling:
    """Let everybody read a ruling.

    Raises:
        NotAllowedError: for everybody but who may change it.
        StateError: when it is published already.
    """
    require_can_change(actor, ruling)
    with transaction.atomic():
        ruling = _lock_and_reload(ruling)
        if ruling.published_at is not None:
            raise StateError(_("This ruling is already published."))
        ruling.published_at = ruling.changed_at = timezone.now()
        ruling.save(update_fields=["published_at", "changed_at"])
        audit_log.record(actor, "ruling.published", event=ruling.event, subject=ruling)
    return ruling


def supersede(actor: User | None, ruling: Ruling, successor: Ruling, *, reason: str) -> Ruling:
    """Put another ruling in the place of this one, which stays readable and leads there.

    Raises:
        NotAllowedError: for everybody but who may change it.
        StateError: when it is superseded already, or the other one is, or is not published while this one is.
        UserError: without a reason, or for a successor of another game.
    """
    require_can_change(actor, ruling)
    if not reason.strip():
        raise UserError(_("Enter a reason for replacing this ruling."), fields={"reason": _("Enter a reason.")})
    with transaction.atomic():
        ruling = _lock_and_reload(ruling)
        successor = _lock_and_reload(successor)
        if successor.pk == ruling.pk or successor.game != ruling.game:
            raise UserError(
                _("Choose another ruling of the same game."), fields={"successor": _("Choose another ruling.")}
            )
        if ruling.published_at is not None and successor.published_at is None:
            raise StateError(_("Publish the replacement ruling first. Readers of this ruling are directed to it."))
        ruling.status, ruling.superseded_by = Ruling.Status.SUPERSEDED, successor
        ruling.changed_at, ruling.check_since = timezone.now(), None
        ruling.save(update_fields=["status", "superseded_by", "changed_at", "check_since"])
        _store_version(actor, ruling, reason.strip())
        audit_log.record(
            actor, "ruling.superseded", event=ruling.event, subject=ruling, reason=reason.strip(), by=successor
        )
    return ruling


def confirm(actor: User | None, ruling: Ruling, *, reason: str = "") -> Ruling:
    """Say that a ruling still stands after a rule it rests on was changed; it rests on the rules as they read now.

    Raises:
        NotAllowedError: for everybody but who may change it.
        StateError: when there is nothing to look at again.
        UserError: when a rule it rests on is gone: the ruling has to be reworded.
    """
    require_can_change(actor, ruling)
    with transaction.atomic():
        ruling = _lock_and_reload(ruling)
        if ruling.check_since is None:
            raise StateError(_("None of the rules that this ruling cites has changed."))
        altered = load_altered_rules(ruling.event, ruling.game)
        for bound in ruling.rules.all():
            cited = cited_text(ruling.game, bound.citation, altered)
            if cited is None:
                raise UserError(_("%(rule)s no longer exists. Edit the ruling.") % {"rule": bound.citation})
            bound.version, bound.text_hash = cited.version, cited.text_hash
            bound.save(update_fields=["version", "text_hash"])
        ruling.check_since, ruling.changed_at = None, timezone.now()
        ruling.save(update_fields=["check_since", "changed_at"])
        _store_version(actor, ruling, reason.strip())
        audit_log.record(actor, "ruling.confirmed", event=ruling.event, subject=ruling, reason=reason.strip())
    return ruling


def flag_outdated_rulings(now: datetime | None = None) -> int:
    """Mark every ruling that rests on a rule which reads otherwise by now, or is gone; return how many were marked.

    Runs after the rules documents were brought up to date, after an official text was published or withdrawn, and every
    hour for one that comes into force on its day.
    """
    flagged = 0
    altered = cache(load_altered_rules)
    with transaction.atomic():
        standing = Ruling.objects.select_for_update(of=("self",)).filter(check_since=None, superseded_by=None)
        for ruling in standing.select_related("event").prefetch_related("rules"):
            now_altered = altered(ruling.event, ruling.game)
            rules = ruling.rules.all()
            changed = [bound.citation for bound in rules if not is_unchanged(ruling.game, bound, now_altered)]
            if changed:
                ruling.check_since = ruling.changed_at = now or timezone.now()
                ruling.save(update_fields=["check_since", "changed_at"])
                audit_log.record(None, "ruling.check_again", event=ruling.event, subject=ruling, rules=changed)
                flagged += 1
    return flagged


def is_unchanged(game: str, bound: RulingRule, altered: Mapping[str, str]) -> bool:
    """Whether a rule reads as it did when the ruling was given or last looked at.

    Args:
        game: the game's slug.
        bound: the rule.
        altered: the rules that official texts alter where the ruling was given.
    """
    cited = cited_text(game, bound.citation, altered)
    return cited is not None and cited.text_hash == bound.text_hash


def _require_allowed_status(actor: User | None, content: RulingContent) -> None:
    """Stop a weight that this judge cannot give.

    Raises:
        NotAllowedError: says which can be given.
    """
    if actor is None:
        return
    allowed = allowed_statuses(actor, content.event)
    if content.status not in {status.value for status in allowed}:
        names = ", ".join(str(status.label) for status in allowed)
        raise NotAllowedError(_("Choose one of these levels of authority: %(names)s.") % {"names": names})


def _field_values(content: RulingContent) -> dict[str, object]:
    names = ("title", "question", "answer", "status", "event", "round", "source", "source_words", "record", "note")
    return {name: getattr(content, name) for name in names}


def ruling_version_token(ruling: Ruling) -> str:
    """Return what is another word as soon as the ruling reads otherwise."""
    return version_token(*(text for _label, text in _displayed_fields(ruling)))


def _displayed_fields(ruling: Ruling) -> list[tuple[str, str]]:
    """Return how a ruling reads now, with a label for each part."""
    rules = ", ".join(bound.citation for bound in ruling.rules.all())
    cards = "\n".join(card.name for card in ruling.cards.all())
    return [
        (_("Summary of the situation"), ruling.title),
        (_("Question"), ruling.question),
        (_("Answer"), ruling.answer),
        (_("Cited rules"), rules),
        (_("Cards"), cards),
        (_("Authority"), str(ruling.get_status_display())),
        (_("Round"), str(ruling.round_id or "")),
        (_("Link to the source"), ruling.source),
        (_("Source"), ruling.source_words),
        (_("Record of the play"), ruling.record),
        (_("Private note"), ruling.note),
    ]


def _lock_and_reload(ruling: Ruling) -> Ruling:
    """Return the ruling as it is stored now, locked until the transaction ends.

    Raises:
        StateError: when it is superseded.
    """
    stored = Ruling.objects.select_for_update(of=("self",)).select_related("event").get(pk=ruling.pk)
    if stored.superseded_by_id is not None:
        raise StateError(_("This ruling was replaced. Edit the replacement ruling instead."))
    return stored


def _store_citations(ruling: Ruling, content: RulingContent) -> None:
    """Tie a ruling to its rules, as they read now, and to its cards."""
    bound = []
    altered = load_altered_rules(content.event, content.game)
    for citation in content.rules:
        cited = cited_text(content.game, citation, altered)
        assert cited is not None, "checked before"
        bound.append(
            RulingRule(
                ruling=ruling,
                rulebook=cited.rulebook,
                citation=citation,
                version=cited.version,
                text_hash=cited.text_hash,
            )
        )
    RulingRule.objects.bulk_create(bound)
    RulingCard.objects.bulk_create(RulingCard(ruling=ruling, name=name) for name in content.cards)


def _store_version(actor: User | None, ruling: Ruling, reason: str) -> None:
    last: int | None = ruling.versions.aggregate(last=Max("number"))["last"]
    RulingVersion.objects.create(
        ruling=ruling,
        number=(last or 0) + 1,
        words={
            "title": ruling.title,
            "question": ruling.question,
            "answer": ruling.answer,
            "status": ruling.status,
            "rules": [[bound.citation, bound.version, bound.text_hash] for bound in ruling.rules.all()],
            "cards": [card.name for card in ruling.cards.all()],
        },
        reason=reason,
        by=actor,
    )
