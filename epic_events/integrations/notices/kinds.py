"""Kinds of notices, the audit entries that trigger them, and default preferences."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db import models
from django.utils.translation import gettext_lazy as _


class Kind(models.TextChoices):
    """Kind of a notice."""

    PAIRINGS = "pairings", _("Pairings published")
    PLACE = "place", _("Place from the waitlist")
    LIST_MISSING = "list_missing", _("My decklist is missing")
    LIST_CHANGED = "list_changed", _("My decklist was changed, locked or unlocked by the staff")
    DIFFER = "differ", _("Conflicting result reports at my table")
    EXTENSION = "extension", _("Time extension for my table")
    DECISION = "decision", _("Judge decision or appeal at my table")
    CALL = "call", _("For judges: judge calls and appeals")


class ByMail(models.TextChoices):
    """When notices of a kind are sent by e-mail."""

    OFF = "off", _("No e-mail")
    NOW = "now", _("Immediately")
    DAILY = "daily", _("Daily summary")


class Way(models.TextChoices):
    """Channel by which a notice is sent."""

    MAIL = "mail", _("E-mail")
    PUSH = "push", _("Device")


@dataclass(frozen=True)
class Wish:
    """Preferences of a user for one kind of notice."""

    mail: ByMail
    push: bool = True


USUAL: Final[Mapping[Kind, Wish]] = {
    Kind.PAIRINGS: Wish(ByMail.OFF),  # at the table a mail comes too late to be of use, and every half hour
    Kind.PLACE: Wish(ByMail.NOW),
    Kind.LIST_MISSING: Wish(ByMail.NOW),
    Kind.LIST_CHANGED: Wish(ByMail.NOW),
    Kind.DIFFER: Wish(ByMail.OFF),
    Kind.EXTENSION: Wish(ByMail.OFF),
    Kind.DECISION: Wish(ByMail.NOW),
    Kind.CALL: Wish(ByMail.OFF),
}
"""Default preferences; push applies only to added devices."""

SOURCES: Final[Mapping[str, Kind]] = {
    "round.published": Kind.PAIRINGS,
    "registration.promoted": Kind.PLACE,
    "registration.admitted": Kind.PLACE,
    "deck.submitted": Kind.LIST_CHANGED,
    "deck.judged_again": Kind.LIST_CHANGED,
    "deck.locked": Kind.LIST_CHANGED,
    "deck.unlocked": Kind.LIST_CHANGED,
    "result.reported": Kind.DIFFER,
    "match.extended": Kind.EXTENSION,
    "decision.given": Kind.DECISION,
    "decision.corrected": Kind.DECISION,
    "appeal.withdrawn": Kind.DECISION,
    "appeal.decided": Kind.DECISION,
    "call.opened": Kind.CALL,
    "appeal.made": Kind.CALL,
}
"""The verbs of the journal that lead to notices."""
