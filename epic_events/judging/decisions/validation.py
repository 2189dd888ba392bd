"""Validation of decisions before they are stored."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from epic_events.events.models import Registration
from epic_events.infra.errors import UserError
from epic_events.judging.models import MAX_MINUTES, MAX_REMEDY_LENGTH, MAX_TEXT_LENGTH
from epic_events.reference.rules import selectors

MAX_CITATIONS = 20
MAX_CITATION_LENGTH = 60


@dataclass(frozen=True)
class DecisionContent:
    """The content of a decision.

    Attributes:
        text: the ruling and its reason.
        remedy: how the game continues; may be empty.
        citations: citations of rules.
        minutes: time extension in minutes.
    """

    text: str
    remedy: str = ""
    citations: tuple[str, ...] = ()
    minutes: int = 0


@dataclass(frozen=True)
class NewPenalty:
    """A penalty to give in the same transaction as a decision.

    Attributes:
        entry: the player's entry.
        infraction: slug of an infraction of the game's policy.
        level: slug of a level; empty for the recommended level.
    """

    entry: Registration
    infraction: str
    level: str = ""


def clean_content(content: DecisionContent, game: str) -> DecisionContent:
    """Return stripped content with resolved citations.

    Raises:
        UserError: the text is missing or too long, or a citation is unknown; with messages per field.
    """
    text, remedy = content.text.strip(), content.remedy.strip()
    if not text:
        raise _field_error("text", _("Enter the decision: what was right and how the game continues."))
    for field, value, most in (("text", text, MAX_TEXT_LENGTH), ("remedy", remedy, MAX_REMEDY_LENGTH)):
        if len(value) > most:
            words = _("Shorten the decision to %(most)d characters. It has %(length)d.")
            raise _field_error(field, words % {"length": len(value), "most": most})
    if not 0 <= content.minutes <= MAX_MINUTES:
        raise _field_error("minutes", _("Enter a time extension of at most %(most)d minutes.") % {"most": MAX_MINUTES})
    cited = tuple(dict.fromkeys(one.strip() for one in content.citations if one.strip()))
    if len(cited) > MAX_CITATIONS:
        raise _field_error("citations", _("Cite at most %(most)d rules.") % {"most": MAX_CITATIONS})
    citations = tuple(dict.fromkeys(citation for one in cited for citation in _resolve_citation(game, one)))
    return DecisionContent(text, remedy, citations, content.minutes)


def _resolve_citation(game: str, citation: str) -> list[str]:
    """Return the rules that a citation refers to; two if the number is printed twice.

    Raises:
        UserError: there is no such rule.
    """
    if len(citation) <= MAX_CITATION_LENGTH:
        if selectors.cited(citation, game) is not None:
            return [citation]
        for book in selectors.rulebooks().values():
            if book.game == game and (units := book.find(citation)):
                return [unit.id for unit in units]
    number = citation[:MAX_CITATION_LENGTH]
    raise _field_error("citations", _("No rule of this game has the number “%(number)s”.") % {"number": number})


def _field_error(field: str, message: str) -> UserError:
    return UserError(message, fields={field: message})
