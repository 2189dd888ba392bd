"""Which readings of open points of the rules an event is played by, and as which printing its cards are taken."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.locking import lock_event
from epic_events.events.models import Event
from epic_events.events.permissions import require_head_judge
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError
from rules.games import GAMES, Game
from rules.judge.setup import printings
from rules.judge.setup.interpretations import format_options, parse_options


def chosen_options(event: Event) -> dict[str, int]:
    """Return the index of every reading chosen for an event, by the interpretation's id."""
    choices, _wrong = parse_options(GAMES[event.game].interpretations, event.rules_version, event.readings)
    return dict(choices)


def chosen_printings(event: Event) -> dict[str, int]:
    """Return the index of every printing chosen for an event other than the newest, by the card's name."""
    choices, _wrong = printings.parse_printings(GAMES[event.game].cards, event.printings)
    return dict(choices)


def interpretations_version_token(event: Event) -> str:
    """Return what is another word as soon as somebody chooses other readings or printings."""
    return version_token(event.readings, event.printings)


def _in_short(event: Event) -> list[tuple[str, str]]:
    """Return what is chosen for an event as pairs of a label and a text."""
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
    """Choose the readings an event is played by; what agrees with its rules version is no choice.

    Args:
        actor: a head judge or organiser.
        event: where.
        chosen: index of the reading by the interpretation's id; interpretations left out are as the version has them.
        printed: index of the printing by the card's name, of cards whose wording was replaced; those left out are taken
            as the newest has them, and without any of it the printings stay as they are.
        seen: the stamp of what was open while this was chosen; None where that is not known.

    Raises:
        ChangedMeanwhileError: something else is chosen by now.
        NotAllowedError: for everybody but head judges and organisers.
        StateError: once play has begun, or when the event is over.
        UserError: a reading or a printing that cannot be chosen; names every one.
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
        _choices, wrong = parse_options(points, event.rules_version, text)
        policy, unknown = _policy(game, chosen_printings(event) if printed is None else printed)
        if wrong or unknown:
            raise UserError(" ".join((*wrong, *unknown)))
        if (text, policy) != (event.readings, event.printings):
            require_unchanged(expected_version, interpretations_version_token(event), _in_short(event))
        if text != event.readings:
            event.readings = text
            event.save(update_fields=["readings"])
            audit_log.record(actor, "event.readings_chosen", event=event, subject=event, readings=text or "-")
        if policy != event.printings:
            event.printings = policy
            event.save(update_fields=["printings"])
            audit_log.record(actor, "event.printings_chosen", event=event, subject=event, printings=policy or "-")
    return event


def _policy(game: Game, printed: Mapping[str, int]) -> tuple[str, tuple[str, ...]]:
    """Return the printings chosen, as records tell them, and what is wrong with others."""
    reworded = game.cards.reworded
    wrong = tuple(
        _("%(card)s has no printing number %(number)d.") % {"card": name, "number": index + 1}
        for name, index in printed.items()
        if name not in reworded or not 0 <= index < len(reworded[name])
    )
    chosen = () if wrong else tuple((name, printed[name]) for name in reworded if printed.get(name))
    return printings.format_printings(game.cards, chosen), wrong
