"""Status of decklists in a stage, and the decklist requirement of rounds."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import lru_cache

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User, display_name
from epic_events.audit_log import services as audit_log
from epic_events.decks.checking import check_stored, is_stale
from epic_events.decks.context import DeckContext, EventCards, current_pools, load_game_with_cards
from epic_events.decks.models import CardPool, DeckVersion, ListWaiver
from epic_events.events.models import Event, Stage
from epic_events.events.readiness import Readiness
from epic_events.pairings.preparation import load_preparation
from rules.decks import Verdict

MAX_CACHED_CHECKS = 1024


class ListState(StrEnum):
    """State of a player's decklist in a stage."""

    MISSING = "missing"
    PROBLEMS = "problems"
    FORMAT = "format"
    ILLEGAL = "illegal"
    TAKEN = "taken"
    STALE = "stale"
    KNOWN = "known"
    OK = "ok"

    @property
    def counts(self) -> bool:
        """True if the player can play with the list."""
        return self in (ListState.TAKEN, ListState.STALE, ListState.KNOWN, ListState.OK)

    @property
    def words(self) -> str | Promise:
        """The label of this state."""
        return _WORDS[self]

    @property
    def look(self) -> str:
        """CSS class of the badge."""
        if not self.counts:
            return "is-bad"
        return "is-ok" if self is ListState.OK else "is-unsure"


_WORDS: dict[ListState, str | Promise] = {
    ListState.MISSING: _("Not submitted"),
    ListState.PROBLEMS: _("Has problems"),
    ListState.FORMAT: _("For another format"),
    ListState.ILLEGAL: _("No longer legal"),
    ListState.TAKEN: _("Accepted with problems"),
    ListState.STALE: _("Rechecked, still legal"),
    ListState.KNOWN: _("Provisionally legal"),
    ListState.OK: _("Legal"),
}


@dataclass(frozen=True)
class ListStatus:
    """State of a player's decklist in a stage, and the version; None if there is none."""

    state: ListState
    version: DeckVersion | None = None


def check_decklists(
    deck: DeckContext, format_slug: str, lists: Mapping[int, Sequence[DeckVersion]]
) -> dict[int, ListStatus]:
    """Return the status of lists under the current rules and pools.

    At most five queries.

    Args:
        deck: context of the event.
        format_slug: format of the stage.
        lists: versions of each entry, newest first; their text and report may be deferred.
    """
    event = deck.event
    chosen = {entry: _relevant_version(versions, format_slug) for entry, versions in lists.items()}
    cards, pools = deck.cards, current_pools(event, format_slug, chosen)
    outdated = {
        errors.pk: pools.get(entry)
        for entry, errors in chosen.items()
        if errors is not None and is_stale(errors, event, format_slug, cards, pools.get(entry))
    }
    loaded = {errors.pk: errors for errors in DeckVersion.objects.filter(pk__in=outdated)} if outdated else {}
    texts = _texts({pool.pk for pool in outdated.values() if pool})
    judged = {}
    for entry, version in chosen.items():
        if version is None:
            judged[entry] = ListStatus(ListState.PROBLEMS if lists[entry] else ListState.MISSING)
        elif version.pk in loaded:
            pool = texts.get(pools[entry].pk) if entry in pools else None
            judged[entry] = ListStatus(_recheck(event, format_slug, cards, loaded[version.pk], pool), version)
        else:
            judged[entry] = ListStatus(_stored_state(version), version)
    return judged


def versions_by_entry(entries: Collection[int]) -> dict[int, list[DeckVersion]]:
    """Return all versions of each entry, newest first, without text, cards and report.

    One query.
    """
    versions_of: dict[int, list[DeckVersion]] = {entry: [] for entry in entries}
    versions = DeckVersion.objects.filter(registration__in=entries).defer("text", "deck", "report")
    for version in versions.order_by("registration", "-number"):
        versions_of[version.registration_id].append(version)
    return versions_of


def _texts(pools: Collection[int]) -> dict[int, str]:
    """Return the texts of pools by key; at most one query."""
    return dict(CardPool.objects.filter(pk__in=pools).values_list("pk", "text")) if pools else {}


def _relevant_version(versions: Sequence[DeckVersion], format_slug: str) -> DeckVersion | None:
    """Return the latest accepted version, if possible of the format."""
    accepted = [version for version in versions if version.accepted]
    fitting = [version for version in accepted if version.format == format_slug]
    return next(iter(fitting or accepted), None)


def _stored_state(version: DeckVersion) -> ListState:
    """Return the state of a version whose stored report is still current."""
    if version.verdict is Verdict.AS_FAR_AS_KNOWN:
        return ListState.KNOWN
    return ListState.OK if version.is_legal else ListState.TAKEN


def _recheck(event: Event, format_slug: str, cards: EventCards, version: DeckVersion, pool: str | None) -> ListState:
    """Return the state of a version that was checked with other rules or another pool."""
    problems, sure = find_problems(cards.slug, cards.hashes, format_slug, event.local_date, version.text, pool)
    if not problems:
        return ListState.STALE if sure else ListState.KNOWN
    if version.format != format_slug:
        return ListState.FORMAT
    problems_before = {(problem["code"], problem["card"]) for problem in version.report["problems"]}
    is_unchanged = bool(problems_before) and problems <= problems_before
    return ListState.TAKEN if is_unchanged else ListState.ILLEGAL


@lru_cache(maxsize=MAX_CACHED_CHECKS)
def find_problems(
    game: str, hashes: tuple[str, str], format_slug: str, on: date, text: str, pool: str | None = None
) -> tuple[frozenset[tuple[str, str | None]], bool]:
    """Return the problems of a list, and whether all was checked.

    A problem is a code and a card.

    Args:
        game: slug of the game.
        hashes: hashes of the card file and the deck rules.
        format_slug: slug of the format.
        on: the date whose rules apply.
        text: the list.
        pool: the pool of the list; None without one.
    """
    report = check_stored(load_game_with_cards(game, *hashes), format_slug, on, text, pool).report
    return frozenset((problem.code, problem.card) for problem in report.problems), not report.unchecked


def waivers_by_entry(stage: Stage, entries: Collection[int]) -> dict[int, list[ListWaiver]]:
    """Return the waivers of each entry in a stage, newest first; one query."""
    waivers: dict[int, list[ListWaiver]] = {}
    for waiver in ListWaiver.objects.filter(stage=stage, registration__in=entries).order_by("-pk"):
        waivers.setdefault(waiver.registration_id, []).append(waiver)
    return waivers


def readiness_by_entry(event: Event, stage: Stage, judged: Mapping[int, ListStatus]) -> dict[int, Readiness]:
    """Return the readiness of each entry, including waivers; at most two queries."""
    short = [entry for entry, each in judged.items() if not each.state.counts]
    waived = waivers_by_entry(stage, short) if short else {}
    staff_ids = {waiver.by_id for words in waived.values() for waiver in words if waiver.by_id}
    people = User.objects.in_bulk(staff_ids) if staff_ids else {}
    result = {}
    for entry, each in judged.items():
        word = next((waiver for waiver in waived.get(entry, []) if waiver.problem == each.state.value), None)
        by = people.get(word.by_id or 0) if word is not None else None
        result[entry] = Readiness(
            subject=_("Decklist"),
            code=each.state.value,
            words=each.state.words,
            look=each.state.look,
            url=reverse("decks:detail", args=[event.slug, entry]),
            ready=each.state.counts,
            waived=word.reason if word is not None else "",
            waived_by=display_name(by) if by is not None else "",
            waived_at=word.at if word is not None else None,
        )
    return result


def load_readiness_by_entry(deck: DeckContext, stage: Stage | None, entries: Collection[int]) -> dict[int, Readiness]:
    """Return the readiness of entries in a stage, by default the current one.

    A fixed number of queries.
    """
    stage = stage or deck.stage
    if stage is None:
        return {}
    stage.event = deck.event
    judged = check_decklists(deck, stage.deck_format, versions_by_entry(entries))
    readiness = readiness_by_entry(deck.event, stage, judged)
    preparation = load_preparation(stage)
    if not preparation.builds or preparation.next is None:
        return readiness
    return {
        entry: replace(each, words=_("Due at the end of building"), look="", due_later=True)
        if each.code == ListState.MISSING
        else each
        for entry, each in readiness.items()
    }


def load_entry_readiness(deck: DeckContext) -> Readiness | None:
    """Return the readiness of the entry of the context in the current stage.

    None for an event without stages.
    """
    assert deck.entry is not None
    return load_readiness_by_entry(deck, None, [deck.entry.pk]).get(deck.entry.pk)


class DecklistRequirement:
    """Requirement that every player has an accepted decklist.

    See :class:`epic_events.events.readiness.Requirement`.
    """

    def applies(self, event: Event) -> bool:
        """Return True if the event requires decklists."""
        return event.decklists_required

    def of(self, event: Event, stage: Stage | None, entries: Collection[int]) -> Mapping[int, Readiness]:
        """Return the readiness of entries; a fixed number of queries."""
        return load_readiness_by_entry(DeckContext(event), stage, entries)

    def waive(
        self, actor: User | None, event: Event, stage: Stage, lacking: Mapping[int, Readiness], reason: str
    ) -> None:
        """Store and log a waiver for each player."""
        by_id = actor.pk if actor is not None else None
        waivers = ListWaiver.objects.bulk_create(
            ListWaiver(registration_id=entry, stage=stage, problem=state.code, reason=reason, by_id=by_id)
            for entry, state in sorted(lacking.items())
        )
        entries = event.registrations.in_bulk([waiver.registration_id for waiver in waivers])
        audit_log.record_all(
            audit_log.unsaved_entry(
                actor,
                "deck.waived",
                event=event,
                subject=entries[waiver.registration_id],
                reason=reason,
                stage=stage,
                title=stage.title,
                problem=waiver.problem,
            )
            for waiver in waivers
        )
