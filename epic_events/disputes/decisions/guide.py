"""What the tournament policy says to a verdict: what was done wrong, how the game is put right, how far to go back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from epic_events.disputes.models import Dispute
from epic_events.disputes.records.truncation import played_on
from epic_events.disputes.replays.stored_boards import boards_of
from epic_events.events.models import Registration
from epic_events.judging.penalties.policy import Infraction, Level, PlayError, get_policy
from epic_events.judging.penalties.selectors import get_usual_level
from rules.judge.record import parse


@dataclass(frozen=True)
class Advice:
    """One infraction that answers the fault.

    Attributes:
        infraction: of the policy of the game.
        remedy: how the game is put right, by whether play has gone on since.
        level: what is usual for the player now; None where the policy does not know it any more.
    """

    infraction: Infraction
    remedy: str
    level: Level | None


@dataclass(frozen=True)
class Guide:
    """What a judge reads beside a verdict that found something wrong.

    Attributes:
        policy: its name.
        advice: the infractions that answer the fault, the likeliest first.
        step: the last step up to which everything was legal, 0 is the start: its position is to be restored.
        since: how many plays the record tells after the one that was not legal.
        actor: whose play it was, as the record calls them.
        player: the entry of that player; None where the record's name is nobody's at the match.
    """

    policy: str
    advice: tuple[Advice, ...]
    step: int
    since: int
    actor: str
    player: Registration | None

    def taken(self, slug: str) -> dict[str, Any]:
        """Return what a form of the decision begins with where the advice on an infraction is taken."""
        advice = next((one for one in self.advice if one.infraction.slug == slug), None)
        if advice is None:
            return {}
        level = advice.level.slug if advice.level else ""
        return {"remedy": advice.remedy, "fined": self.player, "infraction": slug, "level": level}


def guide_to(dispute: Dispute, shown: Mapping[str, Any]) -> Guide | None:
    """Return what the policy of the game says to a verdict; None where the doubted play is legal.

    Args:
        dispute: with its match and record.
        shown: what ``replay_page`` says of it to the staff.
    """
    illegal = shown.get("illegal")
    if not illegal or shown.get("stops_later"):
        return None
    actor = illegal["actor"] or ""
    line = illegal["line"] or 0
    since = played_on(parse(dispute.record.text), line) if dispute.record and line else 0
    policy, step = get_policy(dispute.game), len(shown["steps"])
    player = _player(dispute, actor)
    advice = tuple(
        Advice(
            one,
            one.late_remedy if since and one.late_remedy else one.remedy,
            policy.level(_usual(dispute, player, one)),
        )
        for one in policy.infractions_for(faults_of(boards_of(dispute, step, step, full=True).get(step, {})))
    )
    return Guide(policy.name, advice, step, since, actor, player)


def faults_of(board: Mapping[str, Any]) -> list[PlayError]:
    """Return what is wrong with a play that is not legal, the likeliest first.

    Something that still waits to happen where somebody plays on is a trigger that was missed.

    Args:
        board: the table before the play, as it is stored.
    """
    return [PlayError.MISSED_TRIGGER, PlayError.ILLEGAL_PLAY] if board.get("triggers") else [PlayError.ILLEGAL_PLAY]


def _player(dispute: Dispute, actor: str) -> Registration | None:
    """Return whose name a record tells: in full, or as the one player at the match whose name begins so."""
    if dispute.match is None or not actor:
        return None
    seats = dispute.match.seats.select_related("registration__player")
    wanted = actor.casefold()
    names = {seat.registration: seat.registration.name.casefold() for seat in seats}
    found = [one for one, name in names.items() if name == wanted]
    found = found or [one for one, name in names.items() if name.startswith(wanted)]
    return found[0] if len(found) == 1 else None


def _usual(dispute: Dispute, player: Registration | None, infraction: Infraction) -> str:
    if dispute.event is None or player is None:
        return infraction.first_level
    return get_usual_level(dispute.event, player, infraction.slug)
