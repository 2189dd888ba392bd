"""What a judge says with a decision, checked before anything is stored."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from epic_events.events.models import Registration
from epic_events.infra.errors import UserError
from epic_events.judging.models.decision import MAX_MINUTES, MAX_REMEDY_LENGTH, MAX_TEXT_LENGTH
from epic_events.reference.rules import selectors

MAX_CITATIONS = 20
MAX_CITATION_LENGTH = 60


@dataclass(frozen=True)
class DecisionContent:
    """A decision in words.

    Attributes:
        text: what was right, and by which rule.
        remedy: how the game is put right; may be empty.
        citations: numbers of rules, as the rules pages have them.
        minutes: by how many the table plays longer.
    """

    text: str
    remedy: str = ""
    citations: tuple[str, ...] = ()
    minutes: int = 0


@dataclass(frozen=True)
class NewPenalty:
    """A penalty that goes with a decision, given with it or not at all.

    Attributes:
        entry: of the player.
        infraction: a slug of the policy of the game.
        level: another one; empty for what is usual for this player now.
    """

    entry: Registration
    infraction: str
    level: str = ""


def clean_content(content: DecisionContent, game: str) -> DecisionContent:
    """Return a content without what surrounds its words; its citations as the rules of the game have them.

    Raises:
        UserError: it says nothing, is too long, or cites what no rule is called; says where.
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
    """Return the citations that a written one means: a number that is printed twice means both.

    Raises:
        UserError: it means none.
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
