"""Writes about what organisers say of decks: banned and restricted cards, and facts that formats ask for."""

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
from epic_events.events.locking import lock_event
from epic_events.events.models import Event
from epic_events.events.permissions import require_organiser
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError
from rules.decks import parse
from rules.decks.event_rules import FactValue, InvalidFactError, parse_fact, parse_names
from rules.decks.names import fold
from rules.games import Game

MAX_CHANGES_PER_HOUR = 120


@dataclass(frozen=True)
class DeckRulesInput:
    """What an organiser types, line by line.

    Attributes:
        banned: a card a line; None: nobody says what is banned.
        restricted: the same for cards of which one copy is allowed.
        facts: lines by the slug of the fact; those that are left out, or empty, nobody tells.
    """

    banned: Sequence[str] | None = None
    restricted: Sequence[str] | None = None
    facts: Mapping[str, Sequence[str]] = field(default_factory=dict)


def set_deck_rules(
    actor: User | None, event: Event, values: DeckRulesInput, *, expected_version: str | None = None
) -> DeckRules | None:
    """Store what holds for the decks of an event as a new version, which counts from now on.

    What was said already is the version that is there. Lists are judged by it when somebody looks at them.

    Args:
        actor: an organiser of the event; None for the site's own command line.
        event: where.
        said: all of it; what is left out is not said any more.
        seen: the stamp of what was open while this was written; None where that is not known.

    Returns:
        The version that counts; None where nothing was ever said.

    Raises:
        ChangedMeanwhileError: something else than what was ``expected_version`` counts by now.
        NotAllowedError: for everybody but the event's organisers.
        StateError: the event is over.
        UserError: names and answers that cannot be taken; names every one at its field.
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
    """Return what is another word as soon as another version counts."""
    return version_token(last.number if last else 0)


def _summary(last: DeckRules | None) -> list[tuple[str, str]]:
    """Return what is said as pairs of a label and a text."""
    if last is None:
        return []
    facts = [f"{slug}: {', '.join(map(str, answer))}" for slug, answer in last.facts.items()]
    texts = ((_("Banned"), last.banned), (_("Restricted"), last.restricted), (_("Facts"), facts))
    return [(label, "\n".join(lines)) for label, lines in texts if lines]


def _parse_input(game: Game, values: DeckRulesInput) -> dict[str, object]:
    """Return what is said, as it is stored.

    Raises:
        UserError: with a message per field.
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
    asked = {fact.slug: fact for fact in game.deck_facts}
    facts: dict[str, FactValue] = {}
    for slug, lines in values.facts.items():
        if slug not in asked:
            known = ", ".join(asked) or "-"
            errors["facts"] = _("%(game)s has no deck fact “%(fact)s”. Valid facts: %(known)s.") % {
                "game": game.name,
                "fact": slug[:40],
                "known": known,
            }
            continue
        try:
            answer = parse_fact(asked[slug], lines)
        except InvalidFactError as error:
            errors[f"fact_{slug}"] = str(error)
        else:
            facts |= {slug: answer} if answer else {}
    if errors:
        raise UserError(" ".join(errors.values()), fields=errors)
    return {**lists, "facts": {slug: list(answer) for slug, answer in sorted(facts.items())}}


def _parse_cards(game: Game, lines: Sequence[str]) -> list[str]:
    """Return the names of cards, spelled as the game spells them, in alphabetical order.

    Raises:
        AnswerError: a name that no card has, in a game whose cards are all known.
    """
    found: dict[str, str] = {}
    open_ended = any(each.settled_by for each in game.formats.values())
    for name in parse_names(lines):
        card = game.cards.get(name)
        if card is None and not open_ended:
            line = next(iter(parse(f"1 {name}", game.cards).unknown), None)
            raise InvalidFactError(line.message if line else _("no card is called “%(name)s”") % {"name": name})
        found[fold(card.name if card else name)] = card.name if card else name
    return sorted(found.values(), key=fold)


def _changed_names(before: DeckRules | None, read: Mapping[str, object]) -> list[str]:
    """Return by name what is said otherwise than before."""
    names = ("banned", "restricted")
    changed = [name for name in names if (getattr(before, name) if before else None) != read[name]]
    old, new = before.facts if before else {}, read["facts"]
    assert isinstance(new, dict)  # _read makes it
    return changed + [slug for slug in sorted({*old, *new}) if old.get(slug) != new.get(slug)]


def _hash(event: Event, read: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps([event.game, read], sort_keys=True).encode()).hexdigest()
