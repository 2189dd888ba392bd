"""What apps above this one ask of a player before a round begins, and going on although somebody lacks it.

An app adds what it asks for in ``AppConfig.ready()``::

    from epic_events.events.readiness import demands

    demands.append(DecklistsCount())

Check-in lists show how every entry stands; pairing, publishing and the cut stop at an entry that is not ready, unless
the staff names it and says why it may play. That word holds for the stage.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration, Stage
from epic_events.infra.display_names import isolated
from epic_events.infra.errors import StateError, UserError
from epic_events.infra.labels import within_sentence

NAMED = 12


@dataclass(frozen=True)
class Readiness:
    """How one entry stands towards one demand.

    Attributes:
        subject: what is asked for, for example “Decklist”.
        code: a stable word for how it stands.
        words: the same for people.
        look: the look of its badge.
        url: where the staff reads more.
        ready: whether it is as asked for.
        waived: why the staff lets the entry play without it; empty when nobody said so.
        waived_by: who said so.
    """

    subject: str | Promise
    code: str
    words: str | Promise
    look: str
    url: str
    ready: bool
    waived: str = ""
    waived_by: str = ""

    @property
    def blocks(self) -> bool:
        """Whether a round waits for it."""
        return not self.ready and not self.waived


class Requirement(Protocol):
    """Something that is asked of every player."""

    def applies(self, event: Event) -> bool:
        """Whether it is asked for at this event; no query."""

    def of(self, event: Event, stage: Stage | None, entries: Collection[int]) -> Mapping[int, Readiness]:
        """Return how entries stand, by their keys; without a stage for the one that is played or comes next."""

    def waive(
        self, actor: User | None, event: Event, stage: Stage, lacking: Mapping[int, Readiness], reason: str
    ) -> None:
        """Store and log that entries play the stage although they lack it; expects the event to be locked."""


readiness_requirements: list[Requirement] = []


@dataclass(frozen=True)
class Waiver:
    """The staff's word that some play although they lack what is asked for.

    Attributes:
        entries: keys of the entries that are meant; whoever is not named is not let through.
        reason: why, in the staff's words.
    """

    entries: frozenset[int]
    reason: str


@dataclass(frozen=True)
class UnreadyEntry:
    """An entry for which a round waits, or that plays by the staff's word."""

    entry: int
    name: str
    readiness: Readiness

    @property
    def told(self) -> str:
        """Who it is and what is lacking, for a list of such players in a sentence."""
        return f"{isolated(self.name)} ({self.readiness.subject}: {within_sentence(self.readiness.words)})"


class NotReadyError(StateError):
    """Somebody lacks what is asked of every player.

    Attributes:
        lacking: who, and what.
    """

    code = "not_ready"

    def __init__(self, lacking: Collection[UnreadyEntry]) -> None:
        self.lacking = list(lacking)
        told = [one.told for one in self.lacking]
        named = ", ".join(told[:NAMED]) + (" …" if len(told) > NAMED else "")
        text = ngettext(
            "%(count)d player is not ready: %(named)s. To start the round anyway, select the player and enter a "
            "reason.",
            "%(count)d players are not ready: %(named)s. To start the round anyway, select the players and enter a "
            "reason.",
            len(told),
        )
        fields = {f"registration {one.entry}": words for one, words in zip(self.lacking, told, strict=True)}
        super().__init__(text % {"count": len(told), "named": named}, fields=fields)


def has_requirements(event: Event) -> bool:
    """Whether anything is asked of the players of an event; no query."""
    return any(demand.applies(event) for demand in readiness_requirements)


def load_readiness(event: Event, stage: Stage | None, entries: Collection[int]) -> dict[int, list[Readiness]]:
    """Return how entries stand towards everything that is asked for; empty lists where nothing is."""
    found: dict[int, list[Readiness]] = {entry: [] for entry in entries}
    for demand in readiness_requirements:
        if demand.applies(event) and found:
            for entry, readiness in demand.of(event, stage, entries).items():
                found[entry].append(readiness)
    return found


def list_unready_entries(event: Event, stage: Stage | None, entries: Collection[int]) -> list[UnreadyEntry]:
    """Return the entries that are not as asked for, with those that play by the staff's word, by name."""
    found = {
        entry: [readiness for readiness in all_of_it if not readiness.ready]
        for entry, all_of_it in load_readiness(event, stage, entries).items()
    }
    short = [entry for entry, all_of_it in found.items() if all_of_it]
    if not short:
        return []
    names = Registration.objects.filter(pk__in=short).order_by("name", "pk").values_list("pk", "name")
    return [UnreadyEntry(pk, name, readiness) for pk, name in names for readiness in found[pk]]


def require_ready(
    actor: User | None, event: Event, stage: Stage, entries: Collection[int], waiver: Waiver | None
) -> None:
    """Stop a round of which somebody lacks what is asked for, unless the staff's word names everybody who does.

    Expects the event to be locked.

    Raises:
        NotReadyError: names who is not ready and was not named.
        UserError: when no reason is given.
    """
    blocking = [one for one in list_unready_entries(event, stage, entries) if one.readiness.blocks]
    if not blocking:
        return
    unnamed = [one for one in blocking if waiver is None or one.entry not in waiver.entries]
    if waiver is None or unnamed:
        raise NotReadyError(unnamed)
    if not waiver.reason.strip():
        message = _("Enter a reason. The staff and the players can read it.")
        raise UserError(message, fields={"reason": message})
    keys = {one.entry for one in blocking}
    for demand in readiness_requirements:
        if demand.applies(event):
            states = demand.of(event, stage, keys)
            lacking = {entry: state for entry, state in states.items() if state.blocks}
            if lacking:
                demand.waive(actor, event, stage, lacking, waiver.reason.strip())
