"""Services for rulings: create, update, and import those bundled with games."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import cache

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.selectors import load_altered_rules
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.rulings.models import Ruling, RulingCard, RulingRule, RulingVersion
from epic_events.judging.rulings.permissions import allowed_statuses, require_can_change, require_can_rule
from epic_events.judging.rulings.validation import RulingContent, clean_content
from epic_events.reference.rules.selectors import cited_text
from rules.games import GAMES, Game
from rules.precedents import Precedent

MAX_RULINGS_PER_HOUR = 60


def create_ruling(actor: User | None, content: RulingContent, *, publish: bool = False, packaged: str = "") -> Ruling:
    """Create a ruling.

    Args:
        actor: the author; None for bundled rulings.
        content: the content.
        publish: True to publish it at once.
        packaged: id of a bundled ruling; empty for others.

    Raises:
        NotAllowedError: the user is not a judge, or may not give this status.
        TooOftenError: the user recorded too many rulings in the last hour.
        UserError: the content is invalid, with messages per field.
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
    """Change the content of a ruling. Earlier versions remain readable.

    Raises:
        ChangedMeanwhileError: the ruling differs from ``expected_version``.
        NotAllowedError: the user may not change the ruling or give this status.
        StateError: the ruling is superseded.
        UserError: the ruling is published and the reason is missing, or the content is invalid.
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
    """Publish a ruling.

    Raises:
        NotAllowedError: the user may not change the ruling.
        StateError: the ruling is already published.
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
    """Replace a ruling by another one. It remains readable and links to its successor.

    Raises:
        NotAllowedError: the user may not change the ruling.
        StateError: one of the rulings is superseded, or the successor is unpublished while this one is published.
        UserError: the reason is missing, or the successor belongs to another game.
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
    """Confirm a ruling after a cited rule has changed and bind it to the current text.

    Raises:
        NotAllowedError: the user may not change the ruling.
        StateError: the ruling does not need review.
        UserError: a cited rule no longer exists, so the ruling must be edited.
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
    """Flag rulings of which a cited rule changed or was removed. Return their number.

    Runs after an update of the rules documents, after an official text is published or withdrawn, and hourly for texts
    that come into force on a date.
    """
    flagged = 0
    altered = cache(load_altered_rules)
    with transaction.atomic():
        current = Ruling.objects.select_for_update(of=("self",)).filter(check_since=None, superseded_by=None)
        for ruling in current.select_related("event").prefetch_related("rules"):
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
    """Return True if a rule's text is the same as when the ruling was last confirmed.

    Args:
        game: slug of the game.
        bound: the cited rule.
        altered: rule texts changed by official documents at the ruling's event.
    """
    cited = cited_text(game, bound.citation, altered)
    return cited is not None and cited.text_hash == bound.text_hash


def _require_allowed_status(actor: User | None, content: RulingContent) -> None:
    """Raise unless the user may give the ruling its status.

    Raises:
        NotAllowedError: names the allowed statuses.
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
    """Return a token that changes whenever the ruling changes."""
    return version_token(*(text for _label, text in _displayed_fields(ruling)))


def _displayed_fields(ruling: Ruling) -> list[tuple[str, str]]:
    """Return label and value of each field, for showing edit conflicts."""
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
    """Lock the ruling and return it reloaded.

    Raises:
        StateError: the ruling is superseded.
    """
    stored = Ruling.objects.select_for_update(of=("self",)).select_related("event").get(pk=ruling.pk)
    if stored.superseded_by_id is not None:
        raise StateError(_("This ruling was replaced. Edit the replacement ruling instead."))
    return stored


def _store_citations(ruling: Ruling, content: RulingContent) -> None:
    """Store the cited rules with their current text hashes, and the cards."""
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


@dataclass(frozen=True)
class ImportSummary:
    """Numbers of added and changed rulings."""

    added: int = 0
    reworded: int = 0


def import_bundled_rulings() -> ImportSummary:
    """Add and update the bundled rulings of every game in one transaction. Idempotent.

    Superseded rulings are left unchanged.
    """
    added = changed = 0
    with transaction.atomic():
        stored = {ruling.packaged: ruling for ruling in Ruling.objects.with_relations().exclude(packaged="")}
        for game in GAMES.values():
            for precedent in game.precedents.values():
                ruling = stored.get(precedent.id)
                content = _build_content(game, precedent)
                if ruling is None:
                    create_ruling(None, content, publish=True, packaged=precedent.id)
                    added += 1
                elif ruling.superseded_by_id is None and not _has_content(ruling, content):
                    reword(None, ruling, content, reason="The package was brought up to date.")
                    changed += 1
    return ImportSummary(added, changed)


def _build_content(game: Game, precedent: Precedent) -> RulingContent:
    return RulingContent(
        title=precedent.title,
        question=precedent.question,
        answer=precedent.answer,
        rules=precedent.rules,
        cards=precedent.cards,
        status=precedent.status,
        game=game.slug,
        source=precedent.source,
        source_words=precedent.by,
        record=precedent.record,
        given_at=datetime.combine(precedent.on, time(12), tzinfo=UTC),
    )


def _has_content(ruling: Ruling, content: RulingContent) -> bool:
    """Return True if the stored ruling equals the bundled content."""
    texts = ("title", "question", "answer", "status", "source", "source_words", "record")
    return (
        all(getattr(ruling, name) == getattr(content, name) for name in texts)
        and tuple(bound.citation for bound in ruling.rules.all()) == content.rules
        and tuple(card.name for card in ruling.cards.all()) == content.cards
    )
