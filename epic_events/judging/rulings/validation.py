"""Validation of rulings before they are stored; reports all errors at once."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext as _

from epic_events.events.models import Event
from epic_events.infra.errors import UserError
from epic_events.infra.names import normalised
from epic_events.judging.rulings.models import Ruling
from epic_events.pairings.models import Round
from epic_events.reference.chosen_game import usual_game
from epic_events.reference.rules import selectors
from epic_events.reference.rules.selectors import cited_text
from rules.games import GAMES
from rules.judge.record import RecordError, parse

MAX_TEXT_LENGTH = 4000
MAX_RECORD_LENGTH = 60_000
MAX_RULES = 20
MAX_CARDS = 20


@dataclass(frozen=True)
class RulingContent:
    """The content of a ruling.

    Attributes:
        title: summary of the situation in one line.
        question: the question.
        answer: the answer.
        rules: citations of rules.
        cards: names of cards.
        status: a value of :class:`Ruling.Status`.
        game: slug of the game; by default that of the event or the site.
        event: the event where it was given, or None.
        round: the round in which it was given, or None.
        source: URL of the source.
        source_words: name of the source.
        record: game record that leads to this answer; may be empty.
        note: note for the judges of the event.
        given_at: time of the ruling; None for now.
    """

    title: str
    question: str
    answer: str
    rules: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    status: str = Ruling.Status.PROVISIONAL.value
    game: str = ""
    event: Event | None = None
    round: Round | None = None
    source: str = ""
    source_words: str = ""
    record: str = ""
    note: str = ""
    given_at: datetime | None = None

    def __post_init__(self) -> None:
        """Set the default game."""
        if not self.game:
            object.__setattr__(self, "game", self.event.game if self.event else usual_game().slug)


def clean_content(content: RulingContent) -> RulingContent:
    """Return validated content, with card names as spelled in the catalogue.

    Raises:
        UserError: the content is invalid, with messages per field.
    """
    content = replace(content, title=normalised(content.title))
    if content.game not in GAMES:
        raise UserError(
            _("This game is not available on this site."), fields={"game": _("Choose a game from the list.")}
        )
    rules, rule_errors = _clean_rules(content)
    cards, card_errors = _clean_cards(content)
    errors = _field_errors(content) | rule_errors | card_errors
    if errors:
        raise UserError(_("The ruling could not be saved. Correct the errors below."), fields=errors)
    return _trim(content, rules, cards)


def _field_errors(content: RulingContent) -> dict[str, str]:
    """Return the errors by field, except for rules and cards."""
    errors: dict[str, str] = {}
    for name, max_length in (("title", 160), ("question", MAX_TEXT_LENGTH), ("answer", MAX_TEXT_LENGTH)):
        text = getattr(content, name).strip()
        if not text:
            errors[name] = _("This field is required.")
        elif len(text) > max_length:
            errors[name] = _("Enter at most %(most)d characters.") % {"most": max_length}
    if content.event is not None and content.event.game != content.game:
        errors["game"] = _("This event is for another game.")
    if content.event is not None and content.round is not None and content.round.stage.event_id != content.event.pk:
        errors["round"] = _("This round belongs to another event.")
    if content.source.strip():
        try:
            URLValidator(schemes=["http", "https"])(content.source.strip())
        except ValidationError:
            errors["source"] = _("Enter a web address such as https://example.org/page.")
    if error := _record_error(content.record):
        errors["record"] = error
    return errors


def _trim(content: RulingContent, rules: list[str], cards: list[str]) -> RulingContent:
    values = {name: getattr(content, name).strip() for name in ("title", "question", "answer", "source", "note")}
    return RulingContent(
        **values,
        rules=tuple(rules),
        cards=tuple(cards),
        status=content.status,
        game=content.game,
        event=content.event,
        round=content.round,
        source_words=content.source_words.strip(),
        record=content.record,
        given_at=content.given_at,
    )


def _clean_rules(content: RulingContent) -> tuple[list[str], dict[str, str]]:
    """Return the resolved citations, and the errors by field."""
    citations: list[str] = []
    errors: list[str] = []
    for citation in filter(None, map(str.strip, content.rules)):
        matches = _matching_citations(content.game, citation)
        if len(matches) == 1:
            citations.append(matches[0])
        elif matches:
            errors.append(
                _("The number %(rule)s is printed twice in the rules. Enter %(which)s.")
                % {"rule": citation, "which": _(" or ").join(matches)}
            )
        else:
            errors.append(
                _("No rules document contains %(rule)s. Enter a citation such as 4.4.7, RB:battle-phase or I-40.")
                % {"rule": citation}
            )
    citations = list(dict.fromkeys(citations))
    if len(citations) > MAX_RULES:
        errors.append(_("Enter at most %(most)d rules.") % {"most": MAX_RULES})
    return citations, {"rules": " ".join(errors)} if errors else {}


def _matching_citations(game: str, citation: str) -> list[str]:
    """Return the rules that a citation can refer to, from the first matching document."""
    if cited_text(game, citation) is not None:
        return [citation]
    for book in selectors.rulebooks().values():
        if book.game == game and (units := book.find(citation)):
            return [unit.id for unit in units]
    return []


def _clean_cards(content: RulingContent) -> tuple[list[str], dict[str, str]]:
    catalogue = GAMES[content.game].cards
    names: list[str] = []
    unknown: list[str] = []
    for name in content.cards:
        if not name.strip():
            continue
        card = catalogue.find(name.strip())
        if card is None:
            near = ", ".join(catalogue.suggest(name))
            unknown.append(f"{name.strip()} ({near}?)" if near else name.strip())
        else:
            names.append(card.card.name)
    if unknown:
        return [], {"cards": _("There is no card with this name: %(unknown)s.") % {"unknown": ", ".join(unknown)}}
    if len(names) > MAX_CARDS:
        return [], {"cards": _("Enter at most %(most)d cards.") % {"most": MAX_CARDS}}
    return list(dict.fromkeys(names)), {}


def _record_error(record: str) -> str:
    if not record.strip():
        return ""
    if len(record) > MAX_RECORD_LENGTH:
        return _("Enter a record of at most %(most)d characters.") % {"most": MAX_RECORD_LENGTH}
    try:
        parse(record.lstrip())
    except RecordError as error:
        return str(error)
    return ""
