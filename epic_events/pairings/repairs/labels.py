"""Titles and descriptions of the kinds of repairs."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: Mapping[str, str | Promise] = {
    "result": _("A result is wrong"),
    "bring_back": _("A player was dropped by mistake"),
    "has_left": _("A player left but was paired"),
    "exchange": _("Two players sat at each other's tables"),
    "by_hand": _("A pairing or bye must be set manually"),
    "table": _("A match has the wrong table number"),
    "take_back": _("A round was paired or published too early"),
    "reopen": _("The event was finished too early"),
    "undo": _("Undo of a repair"),
}
"""Titles by kind, as problems that staff recognise."""


def get_title(kind: str) -> str:
    """Return the title of a kind of repair, or its identifier if it is unknown."""
    return str(TITLES.get(kind, kind))


DESCRIPTIONS: Mapping[str, str | Promise] = {
    "result": _("Correct a result of this or an earlier round, including one that decided the cut."),
    "exchange": _("Swap two players between tables and enter what was really played."),
    "by_hand": _("Pair two players or assign a bye at tables that have no result yet."),
    "bring_back": _("Reinstate the player, with a table in the current round if needed."),
    "has_left": _("No-show: drop the player; the opponent wins the match."),
    "take_back": _("Unpublish or discard the round, or pair it again around the results played so far."),
    "table": _("Change the table number. A match already at that table moves."),
    "reopen": _("Reopen the event, for example to correct a result."),
}
"""Descriptions by kind, in the order of the wizard."""
