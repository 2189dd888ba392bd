"""Editor fields of a whole player: the name, and whether the decklist is ignored."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext as _

from epic_events.disputes.editor.renaming import rename
from epic_events.disputes.editor.result import NAME, REASON, WAS, TapResult
from rules.decks.names import fold
from rules.games import PlayableGame
from rules.judge.record import CHANCE_NAME, Header, RecordError, parse, write
from rules.judge.setup.ignored_decklists import header_key, ignored_decklists

RESERVED: Final = ":#{}[]()"
"""Characters that mean something in a record, so that no name can contain them."""
MAX_REASON_LENGTH: Final = 200
"""Characters of the reason to set a decklist aside."""
WITHOUT: Final = "without"
"""The tap that sets the decklist of a seat aside."""
WITH: Final = "with"
"""The tap that uses the decklist of a seat again."""


def apply_names(done: TapResult, game: PlayableGame, sent: Mapping[str, str]) -> None:
    """Rename the players as typed; invalid names get an error at their field."""
    wanted = {
        seat: " ".join(sent.get(f"{NAME}{seat}", "").split())
        for seat, before in enumerate(done.record.players)
        if sent.get(f"{WAS}{NAME}{seat}") == before
    }
    wanted = {seat: name for seat, name in wanted.items() if name and name != done.record.players[seat]}
    for seat, name in wanted.items():
        error = _name_error(name, [each for at, each in enumerate(done.record.players) if at != seat])
        if not error:
            try:
                done.record = parse(write(rename(game, done.record, seat, name)))
                continue
            except RecordError as refused:
                error = refused.problems[0].message
        done.errors[f"{NAME}{seat}"] = (name, error)


def _name_error(name: str, others: Sequence[str]) -> str:
    """Return the error of a player's name, or ""."""
    if any(mark in name for mark in RESERVED):
        return _("A name cannot contain %(marks)s.") % {"marks": " ".join(RESERVED)}
    if fold(name) == CHANCE_NAME:
        return _("“%(name)s” stands for what chance brings. Choose another name.") % {"name": name}
    same = next((each for each in others if fold(each) == fold(name)), "")
    return _("Both players are called %(name)s. Give them different names.") % {"name": same} if same else ""


def apply_decklist_reasons(done: TapResult, sent: Mapping[str, str], tap: str) -> None:
    """Ignore decklists for the typed reasons, or use them again.

    Args:
        done: the result of the tap; its record is changed, and a missing reason becomes an error.
        sent: the form fields by name.
        tap: the tap; ``without|seat`` and ``with|seat`` concern decklists.
    """
    what, _bar, whose = tap.partition("|")
    reasons = {each.player: each.reason for each in ignored_decklists(done.record)}
    for seat, player in enumerate(done.record.players):
        field, tapped_here = f"{REASON}{seat}", whose == str(seat)
        reason = " ".join(sent.get(field, "").replace("#", " ").split())[:MAX_REASON_LENGTH]
        if what == WITH and tapped_here:
            reasons.pop(player, None)
        elif reason:
            reasons[player] = reason
        elif (what == WITHOUT and tapped_here) or (field in sent and player in reasons):
            done.errors[field] = ("", _("Enter the reason why this decklist does not count."))
    own = {header_key(player).casefold() for player in done.record.players}
    others = [each for each in done.record.headers if each.key.casefold() not in own]
    before = [each for each in done.record.headers if each not in others]
    wanted = [Header(header_key(player), reason) for player, reason in reasons.items()]
    if {(each.key, each.value) for each in before} != {(each.key, each.value) for each in wanted}:
        done.record = replace(done.record, headers=(*others, *wanted))
