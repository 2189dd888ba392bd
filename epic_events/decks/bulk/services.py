"""Services that preview and import the decklists of many players."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.bulk_import.tables import TableError
from epic_events.decks.bulk.parsing import ParsedList, parse_lists
from epic_events.decks.checking import MAX_LENGTH, check_stored, current_format, load_event_cards
from epic_events.decks.models import CardPool, DeckVersion
from epic_events.decks.permissions import can_have_decklist
from epic_events.decks.player_blocks import Entries, InvalidImportError, LineError
from epic_events.decks.pools.current import uses_pools
from epic_events.decks.services import CheckedSubmission, build_version, store_versions
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import require_staff
from epic_events.events.selectors import lock_event
from epic_events.infra.display_names import isolated
from epic_events.infra.errors import StateError
from epic_events.infra.limits import check_length
from rules.games import GAMES

MAX_IMPORTS_PER_HOUR: Final = 60
MAX_IMPORT_LENGTH: Final = 1_000_000
"""Maximum number of characters; 500 lists of 60 lines have about 600,000."""
MOST_LISTS: Final = 600


class InvalidDecklistsError(InvalidImportError):
    """Raised if imported decklists have errors; nothing of them is stored."""

    code = "bad_lists"


@dataclass(frozen=True)
class DecklistPreview:
    """The list that an import would store for one player.

    Attributes:
        registration: the entry of the player.
        line: first line of the list in the text.
        judged: the list with its deck check.
        replaces: the latest stored version; None without one.
        same: True if that version has the same content.
    """

    registration: Registration
    line: int
    judged: CheckedSubmission
    replaces: DeckVersion | None
    same: bool

    @property
    def counts(self) -> bool:
        """True if the list will be accepted because no problems are known."""
        return self.judged.report.acceptable

    @property
    def problems(self) -> list[str]:
        """Messages of the problems found by the deck check."""
        return [problem.message for problem in self.judged.report.problems]


@dataclass(frozen=True)
class DecklistImport:
    """Result of an import of decklists.

    Attributes:
        previews: every list of the text, with the version that it replaces.
        versions: the new versions.
    """

    previews: list[DecklistPreview]
    versions: list[DeckVersion]


def preview_import(actor: User | None, event: Event, text: str) -> list[DecklistPreview]:
    """Return what an import would store, in the order of the text, without storing it.

    The number of queries does not depend on the number of lists. A list with problems is stored but not accepted, as
    in a single submission; staff can accept it with a reason on its own page.

    Args:
        actor: staff of the event; None for the command line.
        event: the event.
        text: blocks, a table or JSON, see :mod:`epic_events.decks.bulk.parsing`. Lists of other formats of the game
            are ignored.

    Raises:
        InvalidDecklistsError: the text has errors, such as an unknown or repeated player.
        NotAllowedError: the actor is not staff of the event.
        StateError: the event is over.
        TableError: the table cannot be parsed.
        TooLargeError, TooOftenError: a limit is exceeded.
    """
    _require_import_allowed(actor, event)
    return _read(event, text)


def import_decklists(actor: User | None, event: Event, text: str, *, reason: str = "") -> DecklistImport:
    """Store the decklists of many players, all or none; unchanged lists are skipped.

    Raises:
        InvalidDecklistsError, NotAllowedError, StateError, TableError, TooLargeError, TooOftenError: as
            :func:`preview_import`.
    """
    _require_import_allowed(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        previews = _read(event, text)
        versions = []
        for each in previews:
            if each.same:
                continue
            number = each.replaces.number + 1 if each.replaces else 1
            version = build_version(each.registration, each.judged, number=number, accepted=each.counts)
            version.submitted_by, version.by_staff, version.reason = actor, True, reason.strip()
            versions.append(version)
        return DecklistImport(previews, store_versions(actor, event, versions))


def _require_import_allowed(actor: User | None, event: Event) -> None:
    require_staff(actor, event)
    if event.is_over:
        raise StateError(_("This event is over. Its decklists can no longer be changed."))
    if actor is not None:
        limit_rate("deck.paste", actor.pk, limit=MAX_IMPORTS_PER_HOUR, seconds=3600)


def _read(event: Event, text: str) -> list[DecklistPreview]:
    if event.is_over:
        raise StateError(_("This event is over. Its decklists can no longer be changed."))
    lists, errors = parse_lists(check_length(text, MAX_IMPORT_LENGTH, "text").replace("\0", ""))
    if len(lists) > MOST_LISTS:
        words = _("The text has %(count)d lists. Import at most %(most)d at once.")
        raise TableError(words % {"count": len(lists), "most": MOST_LISTS})
    known = set(GAMES[event.game].formats) if event.game in GAMES else set()
    others = known - {current_format(event)}
    lists_by_entry = _match_players(event, [each for each in lists if each.format.casefold() not in others], errors)
    if errors:
        raise InvalidDecklistsError(sorted(errors, key=lambda each: each.line))
    if not lists_by_entry:
        raise TableError(_("The text contains no list. Enter a line with the player, then one card per line."))
    return _check_submission(event, lists_by_entry)


def _match_players(
    event: Event, parsed_lists: Sequence[ParsedList], errors: list[LineError]
) -> list[tuple[Registration, ParsedList]]:
    """Return each list with its entry; append errors of lists without one to ``errors``."""
    entries = Entries(event)
    matched: dict[int, tuple[Registration, ParsedList]] = {}
    for each in parsed_lists:
        entry = entries.named(each.block, each.number)
        if isinstance(entry, LineError):
            errors.append(entry)
        elif entry.pk in matched:
            words = _("%(name)s already has a list, which starts at line %(line)d.")
            first_lines = matched[entry.pk][1].block.line
            errors.append(LineError(each.block.line, words % {"name": isolated(entry.name), "line": first_lines}))
        elif not can_have_decklist(entry):
            words = _("%(name)s is no longer in the event.")
            errors.append(LineError(each.block.line, words % {"name": isolated(entry.name)}))
        elif len(each.block.text) > MAX_LENGTH or not each.block.text.strip():
            words = _("The list of one player must have 1 to %(most)d characters.")
            errors.append(LineError(each.block.line, words % {"most": MAX_LENGTH}))
        else:
            matched[entry.pk] = (entry, each)
    return list(matched.values())


def _check_submission(event: Event, matched: Sequence[tuple[Registration, ParsedList]]) -> list[DecklistPreview]:
    cards, deck_format = load_event_cards(event), current_format(event)
    game, today = cards.game, event.local_date
    pools: dict[int, CardPool] = {}
    if uses_pools(event, deck_format):
        counting = CardPool.objects.counting().filter(registration__event=event, game=event.game, format=deck_format)
        pools = {pool.registration_id: pool for pool in counting}
    newer = DeckVersion.objects.filter(registration=OuterRef("registration"), number__gt=OuterRef("number"))
    newest = DeckVersion.objects.filter(~Exists(newer), registration__event=event).defer("report", "deck")
    last = {version.registration_id: version for version in newest}
    lists = []
    for entry, parsed in matched:
        entry.event = event
        pool, before = pools.get(entry.pk), last.get(entry.pk)
        checked = check_stored(game, deck_format, today, parsed.block.text, pool.text if pool else None)
        judged = CheckedSubmission(checked, cards, pool)
        lists.append(DecklistPreview(entry, parsed.block.line, judged, before, _is_unchanged(before, judged)))
    return lists


def _is_unchanged(version: DeckVersion | None, judged: CheckedSubmission) -> bool:
    """Return True if a version has the same lines, cards, format and acceptance."""
    if version is None or judged.report.acceptable > version.accepted:
        return False
    pool = judged.pool.pk if judged.pool else None
    now = (judged.report.format, judged.cards.pool, pool)
    return now == (version.format, version.card_pool, version.pool_id) and _lines(version.text) == _lines(
        judged.checked.text
    )


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").strip()
