"""How repairs are called, on the pages of the desk and for everybody."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: Mapping[str, str | Promise] = {
    "result": _("A result is wrong"),
    "bring_back": _("Somebody was dropped who plays on"),
    "has_left": _("Somebody has left and was paired"),
    "exchange": _("Two players sat at each other's table"),
    "by_hand": _("A pairing or a bye by hand"),
    "table": _("A match belongs to another table"),
    "take_back": _("A round was paired or published too early"),
    "reopen": _("The event was finished too early"),
    "undo": _("A repair is taken back"),
}
"""By kind, in the words in which the staff meets it."""


def title_of(kind: str) -> str:
    """Return what a kind of repair is called; the word itself for one that is not known any more."""
    return str(TITLES.get(kind, kind))


ADVICE: Mapping[str, str | Promise] = {
    "result": _("Of this round or any before it, also one that the cut rests on."),
    "exchange": _("Two tables mixed up: exchange two players, with what was really played there."),
    "by_hand": _("Let two players meet, or give a bye, in a round that has no results there yet."),
    "bring_back": _("Dropped by mistake: plays on, if need be with a table in the round being played."),
    "has_left": _("Gone without telling: dropped now, and whoever waits for them wins."),
    "take_back": _("Back to a draft, discarded, or paired again around what was played."),
    "table": _("Another table number; whoever is there moves."),
    "reopen": _("Finished by mistake, or something has to be put right."),
}
"""What helps to choose, in the order in which the wizard asks."""
