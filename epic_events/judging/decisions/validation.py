"""What a judge says with a decision, checked before anything is stored."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from epic_events.events.models import Registration
from epic_events.infra.errors import UserError
from epic_events.judging.models.decision import LONGEST_REMEDY, LONGEST_RULING, MOST_MINUTES
from epic_events.reference.rules import selectors

MOST_CITED = 20
LONGEST_CITATION = 60


@dataclass(frozen=True)
class Ruling:
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
class Sanction:
    """A penalty that goes with a decision, given with it or not at all.

    Attributes:
        entry: of the player.
        infraction: a slug of the policy of the game.
        level: another one; empty for what is usual for this player now.
    """

    entry: Registration
    infraction: str
    level: str = ""


def checked(ruling: Ruling, game: str) -> Ruling:
    """Return a ruling without what surrounds its words; its citations as the rules of the game have them.

    Raises:
        UserError: it says nothing, is too long, or cites what no rule is called; says where.
    """
    text, remedy = ruling.text.strip(), ruling.remedy.strip()
    if not text:
        raise _refused("text", _("Write the decision: what was right and what happens now."))
    for field, value, most in (("text", text, LONGEST_RULING), ("remedy", remedy, LONGEST_REMEDY)):
        if len(value) > most:
            words = _("The decision has %(length)d characters; at most %(most)d fit.")
            raise _refused(field, words % {"length": len(value), "most": most})
    if not 0 <= ruling.minutes <= MOST_MINUTES:
        raise _refused("minutes", _("An extension is up to %(most)d minutes.") % {"most": MOST_MINUTES})
    cited = tuple(dict.fromkeys(one.strip() for one in ruling.citations if one.strip()))
    if len(cited) > MOST_CITED:
        raise _refused("citations", _("At most %(most)d rules are cited.") % {"most": MOST_CITED})
    meant = tuple(dict.fromkeys(found for one in cited for found in _meant(game, one)))
    return Ruling(text, remedy, meant, ruling.minutes)


def _meant(game: str, written: str) -> list[str]:
    """Return the citations that a written one means: a number that is printed twice means both.

    Raises:
        UserError: it means none.
    """
    if len(written) <= LONGEST_CITATION:
        if selectors.cited(written, game) is not None:
            return [written]
        for book in selectors.rulebooks().values():
            if book.game == game and (units := book.find(written)):
                return [unit.id for unit in units]
    number = written[:LONGEST_CITATION]
    raise _refused("citations", _("No rule of this game has the number “%(number)s”.") % {"number": number})


def _refused(field: str, message: str) -> UserError:
    return UserError(message, fields={field: message})
