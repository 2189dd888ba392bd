"""Services that upload and choose card files."""

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.decks.context import current_card_file, get_game
from epic_events.decks.models import CardFile, CardFileChoice
from epic_events.events.models import Event
from epic_events.events.permissions import require_organiser
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import MissingError, StateError, UserError
from rules.decks import DeckCard
from rules.decks.card_files import CardFileError, LocatedError, OwnCards, normalize, text_hash
from rules.games import Game, NoCardFileError

MAX_UPLOADS_PER_HOUR = 120
MAX_VERSIONS = 100
"""Maximum number of versions per event."""
MAX_REPORTED_ERRORS = 200
"""Maximum number of errors shown for one file."""


class InvalidCardFileError(UserError):
    """Raised if an uploaded card file has errors.

    Attributes:
        errors: the first errors of the file, each with its line.
        more: number of further errors.
    """

    def __init__(self, errors: tuple[LocatedError, ...]) -> None:
        count = len(errors)
        self.errors, self.more = errors[:MAX_REPORTED_ERRORS], max(0, count - MAX_REPORTED_ERRORS)
        message = ngettext(
            "The card file has %(count)d error. Nothing was saved.",
            "The card file has %(count)d errors. Nothing was saved.",
            count,
        ) % {"count": count}
        super().__init__(message, fields={"text": "\n".join(map(str, self.errors))})


def upload(actor: User | None, event: Event, text: str) -> CardFile:
    """Store a card file as a new version and use it.

    An identical version is used again.

    Args:
        actor: an organiser of the event; None for the command line.
        event: the event.
        text: the content of the file.

    Raises:
        InvalidCardFileError: the file has errors.
        NotAllowedError: the actor is not an organiser of the event.
        StateError: the event is over, its game has no card files, or it has too many versions.
    """
    require_organiser(actor, event)
    if actor is not None:
        limit_rate("deck.card_file", actor.pk, limit=MAX_UPLOADS_PER_HOUR, seconds=3600)
    game = _require_supported_game(event)
    text = normalize(text)
    if not text.strip():
        message = _("The card file is empty.")
        raise UserError(message, fields={"text": message})
    own = _parse_file(game, text)
    with transaction.atomic():
        event = lock_event(event)
        if event.game != game.slug:
            raise StateError(_("The game of the event has changed. Upload the card file again."))
        _require_supported_game(event)
        stored = CardFile.objects.filter(event=event, game=game.slug, hash=text_hash(text)).first()
        if stored is None:
            stored = _store(actor, event, own)
        _choose(actor, event, stored)
    return stored


def choose(actor: User | None, event: Event, number: int | None) -> CardFile | None:
    """Choose the card file version that the event uses from now on.

    Args:
        actor: an organiser of the event; None for the command line.
        event: the event.
        number: number of the version; None to use no card file.

    Raises:
        MissingError: there is no such version, or it is for another game.
        NotAllowedError: the actor is not an organiser of the event.
        StateError: the event is over, or its game has no card files.
    """
    require_organiser(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        _require_supported_game(event)
        file = None
        if number is not None:
            file = CardFile.objects.filter(event=event, game=event.game, number=number).first()
            if file is None:
                raise MissingError(missing_version_message())
        _choose(actor, event, file)
    return file


def missing_version_message() -> str:
    """Return the message for a version that does not exist."""
    return _("This version of the card file does not exist.")


def _require_supported_game(event: Event) -> Game:
    """Return the event's game if a card file can be changed now.

    Raises:
        MissingError: there is no such game.
        StateError: the event is over, or its game has no card files.
    """
    game = get_game(event.game)
    if event.is_over:
        raise StateError(_("This event is over. Its card file can no longer be changed."))
    if not game.supports_card_files:
        raise StateError(str(NoCardFileError(game)))
    return game


def _parse_file(game: Game, text: str) -> OwnCards[DeckCard]:
    try:
        own = game.with_cards(text).own
    except CardFileError as error:
        raise InvalidCardFileError(error.errors) from error
    assert own is not None  # with_cards sets it
    return own


def _store(actor: User | None, event: Event, own: OwnCards[DeckCard]) -> CardFile:
    """Add the next version; the event must be locked.

    Raises:
        StateError: the event has too many versions.
    """
    last: int = CardFile.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    if last >= MAX_VERSIONS:
        message = _("This event already has %(count)d versions of its card file, the maximum. Choose one of them.")
        raise StateError(message % {"count": last})
    file = CardFile.objects.create(
        event=event,
        number=last + 1,
        game=event.game,
        title=own.title,
        text=own.text,
        hash=own.hash,
        cards=len(own.sources),
        uploaded_by=actor,
    )
    audit_log.record(actor, "cards.uploaded", event=event, subject=event, version=file.number, cards=file.cards)
    return file


def _choose(actor: User | None, event: Event, file: CardFile | None) -> None:
    """Record the choice if another version is in use."""
    now = current_card_file(event)
    if (now.pk if now else None) == (file.pk if file else None):
        return
    last: int = CardFileChoice.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    CardFileChoice.objects.create(event=event, number=last + 1, file=file, by=actor)
    if file is None:
        audit_log.record(actor, "cards.taken_back", event=event, subject=event)
    else:
        audit_log.record(actor, "cards.chosen", event=event, subject=event, version=file.number)
