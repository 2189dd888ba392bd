"""Services that change the deck rules of an event."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.decks.card_files.current import current_card_file, load_game_with_cards
from epic_events.decks.models import DeckRules
from epic_events.events.models import Event
from epic_events.events.permissions import require_organiser
from epic_events.events.selectors import lock_event
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError
from rules.decks import parse
from rules.decks.event_rules import FactValue, InvalidFactError, parse_fact, parse_names
from rules.decks.names import fold
from rules.games import Game

MAX_CHANGES_PER_HOUR = 120


@dataclass(frozen=True)
class DeckRulesInput:
    """Deck rules as entered by an organiser.

    Attributes:
        banned: banned cards, one per line; None if not stated.
        restricted: cards limited to one copy, one per line; None if not stated.
        facts: lines by slug of the deck fact; omitted or empty facts are not stated.
    """

    banned: Sequence[str] | None = None
    restricted: Sequence[str] | None = None
    facts: Mapping[str, Sequence[str]] = field(default_factory=dict)


def set_deck_rules(
    actor: User | None, event: Event, values: DeckRulesInput, *, expected_version: str | None = None
) -> DeckRules | None:
    """Store the deck rules of an event as a new version.

    Unchanged rules create no version. Lists are rechecked when they are next viewed.

    Args:
        actor: an organiser of the event; None for the command line.
        event: the event.
        values: the complete rules; omitted values are removed.
        expected_version: version token of the rules that were edited; None if unknown.

    Returns:
        The current version; None if there never were any rules.

    Raises:
        ChangedMeanwhileError: the rules have changed since ``expected_version``.
        NotAllowedError: the actor is not an organiser of the event.
        StateError: the event is over.
        UserError: values are invalid; has a message for each field.
    """
    require_organiser(actor, event)
    if actor is not None:
        limit_rate("deck.rules", actor.pk, limit=MAX_CHANGES_PER_HOUR, seconds=3600)
    with transaction.atomic():
        event = lock_event(event)
        if event.is_over:
            raise StateError(_("This event is over. Its deck rules can no longer be changed."))
        file = current_card_file(event)
        read = _parse_input(load_game_with_cards(event.game, file.hash if file else ""), values)
        last = DeckRules.objects.filter(event=event).order_by("-number").first()
        changed = _changed_names(last if last is not None and last.game == event.game else None, read)
        if not changed:
            return last
        require_unchanged(expected_version, deck_rules_token(last), _summary(last))
        version = DeckRules.objects.create(
            event=event,
            number=(last.number if last else 0) + 1,
            game=event.game,
            by=actor,
            hash=_hash(event, read),
            **read,
        )
        changed_names = ", ".join(changed)
        audit_log.record(
            actor, "decks.rules_said", event=event, subject=event, version=version.number, changed=changed_names
        )
    return version


def deck_rules_token(last: DeckRules | None) -> str:
    """Return the version token of deck rules for edit conflict checks."""
    return version_token(last.number if last else 0)


def _summary(last: DeckRules | None) -> list[tuple[str, str]]:
    """Return the rules as pairs of label and text."""
    if last is None:
        return []
    facts = [f"{slug}: {', '.join(map(str, answer))}" for slug, answer in last.facts.items()]
    texts = ((_("Banned"), last.banned), (_("Restricted"), last.restricted), (_("Facts"), facts))
    return [(label, "\n".join(lines)) for label, lines in texts if lines]


def _parse_input(game: Game, values: DeckRulesInput) -> dict[str, object]:
    """Return the values of the new version.

    Raises:
        UserError: has a message for each invalid field.
    """
    errors: dict[str, str] = {}
    lists: dict[str, list[str] | None] = {}
    for name, lines in (("banned", values.banned), ("restricted", values.restricted)):
        try:
            lists[name] = None if lines is None else _parse_cards(game, lines)
        except InvalidFactError as error:
            errors[name] = str(error)
    both = {fold(name) for name in lists.get("banned") or ()} & {fold(name) for name in lists.get("restricted") or ()}
    for name in lists.get("restricted") or ():
        if fold(name) in both:
            errors.setdefault(
                "restricted",
                _("%(card)s is both banned and restricted. Remove it from one of the lists.") % {"card": name},
            )
    facts_by_slug = {fact.slug: fact for fact in game.deck_facts}
    facts: dict[str, FactValue] = {}
    for slug, lines in values.facts.items():
        if slug not in facts_by_slug:
            known = ", ".join(facts_by_slug) or "-"
            errors["facts"] = _("%(game)s has no deck fact “%(fact)s”. Valid facts: %(known)s.") % {
                "game": game.name,
                "fact": slug[:40],
                "known": known,
            }
            continue
        try:
            answer = parse_fact(facts_by_slug[slug], lines)
        except InvalidFactError as error:
            errors[f"fact_{slug}"] = str(error)
        else:
            facts |= {slug: answer} if answer else {}
    if errors:
        raise UserError(" ".join(errors.values()), fields=errors)
    return {**lists, "facts": {slug: list(answer) for slug, answer in sorted(facts.items())}}


def _parse_cards(game: Game, lines: Sequence[str]) -> list[str]:
    """Return card names in the spelling of the game, in alphabetical order.

    Raises:
        InvalidFactError: a name matches no card of a game with a complete catalogue.
    """
    names: dict[str, str] = {}
    open_ended = any(each.settled_by for each in game.formats.values())
    for name in parse_names(lines):
        card = game.cards.get(name)
        if card is None and not open_ended:
            line = next(iter(parse(f"1 {name}", game.cards).unknown), None)
            raise InvalidFactError(line.message if line else _("no card is called “%(name)s”") % {"name": name})
        names[fold(card.name if card else name)] = card.name if card else name
    return sorted(names.values(), key=fold)


def _changed_names(before: DeckRules | None, read: Mapping[str, object]) -> list[str]:
    """Return the names of the changed values."""
    names = ("banned", "restricted")
    changed = [name for name in names if (getattr(before, name) if before else None) != read[name]]
    old, new = before.facts if before else {}, read["facts"]
    assert isinstance(new, dict)  # set by _parse_input
    return changed + [slug for slug in sorted({*old, *new}) if old.get(slug) != new.get(slug)]


def _hash(event: Event, read: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps([event.game, read], sort_keys=True).encode()).hexdigest()
