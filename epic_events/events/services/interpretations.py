"""Interpretations of open rules questions and card printings chosen for an event."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event
from epic_events.events.permissions import require_head_judge
from epic_events.events.selectors import lock_event
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError
from rules.games import GAMES, Game
from rules.judge.setup import printings
from rules.judge.setup.interpretations import format_options, parse_options


def chosen_options(event: Event) -> dict[str, int]:
    """Return the index of the chosen option by interpretation id."""
    choices, _wrong = parse_options(GAMES[event.game].interpretations, event.rules_version, event.readings)
    return dict(choices)


def chosen_printings(event: Event) -> dict[str, int]:
    """Return the index of each chosen older printing by card name."""
    choices, _wrong = printings.parse_printings(GAMES[event.game].cards, event.printings)
    return dict(choices)


def interpretations_version_token(event: Event) -> str:
    """Return a token that changes when interpretations or printings are chosen."""
    return version_token(event.readings, event.printings)


def _summarise(event: Event) -> list[tuple[str, str]]:
    """Return the chosen interpretations and printings as pairs of label and text."""
    points = GAMES[event.game].interpretations
    chosen = [
        f"{identifier} {points[identifier].problem}: {points[identifier].options[index]}"
        for identifier, index in chosen_options(event).items()
    ]
    return [(_("Interpretations"), "\n".join(chosen)), (_("Printings"), event.printings)]


def choose_interpretations(
    actor: User | None,
    event: Event,
    chosen: Mapping[str, int],
    printed: Mapping[str, int] | None = None,
    *,
    expected_version: str | None = None,
) -> Event:
    """Choose the interpretations and printings for an event.

    Options that equal those of the rules version are not stored.

    Args:
        actor: a head judge or organiser.
        event: the event.
        chosen: index of the option by interpretation id; missing ones follow the rules version.
        printed: index of the printing by card name; missing cards use their newest printing. If None, the
        printings do not
            change.
        expected_version: version token of the page that was edited; None skips the check.

    Raises:
        ChangedMeanwhileError: the choice has changed since ``expected_version``.
        NotAllowedError: the user is not a head judge or organiser.
        StateError: play has begun, or the event is over.
        UserError: options or printings do not exist; lists all of them.
    """
    require_head_judge(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        if event.is_over:
            raise StateError(_("This event is over and can no longer be changed."))
        if event.has_started:
            raise StateError(_("Interpretations and the rules version cannot change once play has begun."))
        game = GAMES[event.game]
        points = game.interpretations
        deviating = tuple(
            (identifier, index)
            for identifier, index in chosen.items()
            if identifier not in points or index != points[identifier].default_option(event.rules_version)
        )
        text = format_options(deviating)
        _choices, errors = parse_options(points, event.rules_version, text)
        policy, unknown = _validate_options(game, chosen_printings(event) if printed is None else printed)
        if errors or unknown:
            raise UserError(" ".join((*errors, *unknown)))
        if (text, policy) != (event.readings, event.printings):
            require_unchanged(expected_version, interpretations_version_token(event), _summarise(event))
        if text != event.readings:
            event.readings = text
            event.save(update_fields=["readings"])
            audit_log.record(actor, "event.interpretations_chosen", event=event, subject=event, readings=text or "-")
        if policy != event.printings:
            event.printings = policy
            event.save(update_fields=["printings"])
            audit_log.record(actor, "event.printings_chosen", event=event, subject=event, printings=policy or "-")
    return event


def _validate_options(game: Game, printed: Mapping[str, int]) -> tuple[str, tuple[str, ...]]:
    """Return the chosen printings in record notation, and the errors of invalid ones."""
    reworded = game.cards.reworded
    invalid = tuple(
        _("%(card)s has no printing number %(number)d.") % {"card": name, "number": index + 1}
        for name, index in printed.items()
        if name not in reworded or not 0 <= index < len(reworded[name])
    )
    chosen = () if invalid else tuple((name, printed[name]) for name in reworded if printed.get(name))
    return printings.format_printings(game.cards, chosen), invalid
