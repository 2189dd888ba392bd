"""What a ruling says, before it is stored: checked, with every mistake told at once."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import URLValidator
from django.utils.translation import gettext as _

from epic_events.events.models import Event
from epic_events.infra.display_names import normalised
from epic_events.infra.errors import UserError
from epic_events.judging.rulings.models import Ruling
from epic_events.pairings.models import Round
from epic_events.reference.chosen_game import usual_game
from epic_events.reference.rules import selectors
from epic_events.reference.rules.texts import cited_text
from rules.games import GAMES
from rules.judge.record import RecordError, parse

LONGEST = 4000
LONGEST_RECORD = 60_000
MOST_RULES = 20
MOST_CARDS = 20


@dataclass(frozen=True)
class Wording:
    """A ruling as somebody wants it to read.

    Attributes:
        title: a line that names the situation.
        question: what was asked.
        answer: what was ruled.
        rules: citations of the rules it rests on.
        cards: names of the cards it is about.
        status: its weight.
        event: where it was given.
        round: in which round.
        source: an address where it can be read.
        source_words: who says so.
        record: a play that the engine replays to this answer; empty for none.
        note: for the judges of the event only.
        given_at: when it was given; None for now.
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
        """Take the game of the event, or the usual one, where none is named."""
        if not self.game:
            object.__setattr__(self, "game", self.event.game if self.event else usual_game().slug)


def checked(wording: Wording) -> Wording:
    """Return the wording with names in the catalogue's spelling.

    Raises:
        UserError: with a message for every field that is wrong.
    """
    wording = replace(wording, title=normalised(wording.title))
    if wording.game not in GAMES:
        raise UserError(
            _("This game is not available on this site."), fields={"game": _("Choose a game from the list.")}
        )
    rules, wrong_rules = _rules(wording)
    cards, wrong_cards = _cards(wording)
    problems = _problems(wording) | wrong_rules | wrong_cards
    if problems:
        raise UserError(_("The ruling could not be saved. Correct the errors below."), fields=problems)
    return _trimmed(wording, rules, cards)


def _problems(wording: Wording) -> dict[str, str]:
    """Return a message for every field that is wrong, rules and cards apart."""
    problems: dict[str, str] = {}
    for name, most in (("title", 160), ("question", LONGEST), ("answer", LONGEST)):
        text = getattr(wording, name).strip()
        if not text:
            problems[name] = _("This field is required.")
        elif len(text) > most:
            problems[name] = _("At most %(most)d characters.") % {"most": most}
    if wording.event is not None and wording.event.game != wording.game:
        problems["game"] = _("This event is for another game.")
    if wording.event is not None and wording.round is not None and wording.round.stage.event_id != wording.event.pk:
        problems["round"] = _("This round belongs to another event.")
    if wording.source.strip():
        try:
            URLValidator(schemes=["http", "https"])(wording.source.strip())
        except ValidationError:
            problems["source"] = _("Enter a web address such as https://example.org/page.")
    if problem := _record_problem(wording.record):
        problems["record"] = problem
    return problems


def _trimmed(wording: Wording, rules: list[str], cards: list[str]) -> Wording:
    values = {name: getattr(wording, name).strip() for name in ("title", "question", "answer", "source", "note")}
    return Wording(
        **values,
        rules=tuple(rules),
        cards=tuple(cards),
        status=wording.status,
        game=wording.game,
        event=wording.event,
        round=wording.round,
        source_words=wording.source_words.strip(),
        record=wording.record,
        given_at=wording.given_at,
    )


def _rules(wording: Wording) -> tuple[list[str], dict[str, str]]:
    """Return the citations in their canonical form, and what is wrong with the others."""
    found: list[str] = []
    wrong: list[str] = []
    for written in filter(None, map(str.strip, wording.rules)):
        meant = _meant(wording.game, written)
        if len(meant) == 1:
            found.append(meant[0])
        elif meant:
            wrong.append(
                _("The number %(rule)s is printed twice in the rules. Enter %(which)s.")
                % {"rule": written, "which": _(" or ").join(meant)}
            )
        else:
            wrong.append(
                _("No rules document contains %(rule)s. Enter a citation such as 4.4.7, RB:battle-phase or I-40.")
                % {"rule": written}
            )
    found = list(dict.fromkeys(found))
    if len(found) > MOST_RULES:
        wrong.append(_("Enter at most %(most)d rules.") % {"most": MOST_RULES})
    return found, {"rules": " ".join(wrong)} if wrong else {}


def _meant(game: str, written: str) -> list[str]:
    """Return the citations that a written one can mean, from the first document that has it."""
    if cited_text(game, written) is not None:
        return [written]
    for book in selectors.rulebooks().values():
        if book.game == game and (units := book.find(written)):
            return [unit.id for unit in units]
    return []


def _cards(wording: Wording) -> tuple[list[str], dict[str, str]]:
    catalogue = GAMES[wording.game].cards
    found: list[str] = []
    unknown: list[str] = []
    for written in wording.cards:
        if not written.strip():
            continue
        card = catalogue.find(written.strip())
        if card is None:
            near = ", ".join(catalogue.suggest(written))
            unknown.append(f"{written.strip()} ({near}?)" if near else written.strip())
        else:
            found.append(card.card.name)
    if unknown:
        return [], {"cards": _("There is no card with this name: %(unknown)s.") % {"unknown": ", ".join(unknown)}}
    if len(found) > MOST_CARDS:
        return [], {"cards": _("Enter at most %(most)d cards.") % {"most": MOST_CARDS}}
    return list(dict.fromkeys(found)), {}


def _record_problem(record: str) -> str:
    if not record.strip():
        return ""
    if len(record) > LONGEST_RECORD:
        return _("Enter a record of at most %(most)d characters.") % {"most": LONGEST_RECORD}
    try:
        parse(record.lstrip())
    except RecordError as error:
        return str(error)
    return ""
