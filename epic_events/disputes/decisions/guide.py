"""Advice of the tournament policy on an illegal play: infraction, remedy and how far to rewind."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from epic_events.disputes.models import Dispute
from epic_events.disputes.records.truncation import count_plays_after
from epic_events.disputes.replays.stored_boards import boards_of
from epic_events.events.models import Registration
from epic_events.judging.penalties.policy import Infraction, Level, PlayError, get_policy
from epic_events.judging.penalties.selectors import get_usual_level
from rules.judge.record import parse


@dataclass(frozen=True)
class Advice:
    """An infraction that fits the illegal play.

    Attributes:
        infraction: the infraction of the policy.
        remedy: how to repair the game; depends on whether play has continued.
        level: the usual penalty level for the player; ``None`` if the policy no longer has it.
    """

    infraction: Infraction
    remedy: str
    level: Level | None


@dataclass(frozen=True)
class Guide:
    """Advice of the tournament policy on a verdict.

    Attributes:
        policy: the name of the policy.
        advice: the infractions that fit, most likely first.
        step: the last legal step, 0 for the start; its position is to be restored.
        since: the number of plays in the record after the illegal one.
        actor: the player of the illegal play, as the record names them.
        player: the registration of that player; ``None`` if no player of the match has this name.
    """

    policy: str
    advice: tuple[Advice, ...]
    step: int
    since: int
    actor: str
    player: Registration | None

    def prefilled(self, slug: str) -> dict[str, Any]:
        """Return the initial data of the decision form for the advice on an infraction."""
        advice = next((one for one in self.advice if one.infraction.slug == slug), None)
        if advice is None:
            return {}
        level = advice.level.slug if advice.level else ""
        return {"remedy": advice.remedy, "fined": self.player, "infraction": slug, "level": level}


def build_guide(dispute: Dispute, shown: Mapping[str, Any]) -> Guide | None:
    """Return the advice of the policy on a verdict; ``None`` if the disputed play is legal.

    Args:
        dispute: the dispute with its match and record.
        shown: the result of ``replay_page`` for the staff.
    """
    illegal = shown.get("illegal")
    if not illegal or shown.get("stops_later"):
        return None
    actor = illegal["actor"] or ""
    line = illegal["line"] or 0
    since = count_plays_after(parse(dispute.record.text), line) if dispute.record and line else 0
    policy, step = get_policy(dispute.game), len(shown["steps"])
    player = _player(dispute, actor)
    advice = tuple(
        Advice(
            one,
            one.late_remedy if since and one.late_remedy else one.remedy,
            policy.level(_usual(dispute, player, one)),
        )
        for one in policy.infractions_for(classify_errors(boards_of(dispute, step, step, full=True).get(step, {})))
    )
    return Guide(policy.name, advice, step, since, actor, player)


def classify_errors(board: Mapping[str, Any]) -> list[PlayError]:
    """Return the kinds of error of an illegal play, most likely first.

    A pending trigger means that it was missed.

    Args:
        board: the stored board before the play.
    """
    return [PlayError.MISSED_TRIGGER, PlayError.ILLEGAL_PLAY] if board.get("triggers") else [PlayError.ILLEGAL_PLAY]


def _player(dispute: Dispute, actor: str) -> Registration | None:
    """Return the registration with a name of the record, or the only one whose name begins with it."""
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
