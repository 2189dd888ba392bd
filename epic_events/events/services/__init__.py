"""Every write about an event, one function a verb."""

from epic_events.events.services.entry import (
    add_player,
    admit,
    amend,
    check_in,
    check_in_all,
    entry_stamp,
    register,
    undo_check_in,
    withdraw,
)
from epic_events.events.services.entry_claims import claim
from epic_events.events.services.interpretations import choose_readings
from epic_events.events.services.merging import merge_players, players_like
from epic_events.events.services.play import current_stage, drop, next_round, reinstate, start_event
from epic_events.events.services.removal import close_account, is_removed, pseudonym, remove_person
from epic_events.events.services.setup import EventPlan, cancel_event, create_event, edit_event, open_event, plan_stamp
from epic_events.events.staff.services.invitations import (
    accept_invitation,
    decline_invitation,
    invitation_at,
    require_addressee,
    send_again,
    withdraw_invitation,
)
from epic_events.events.staff.services.roles import give_role, take_role
from epic_events.events.stages.services import plan_stages, stages_stamp

__all__ = [
    "EventPlan",
    "accept_invitation",
    "add_player",
    "admit",
    "amend",
    "cancel_event",
    "check_in",
    "check_in_all",
    "choose_readings",
    "claim",
    "close_account",
    "create_event",
    "current_stage",
    "decline_invitation",
    "drop",
    "edit_event",
    "entry_stamp",
    "give_role",
    "invitation_at",
    "is_removed",
    "merge_players",
    "next_round",
    "open_event",
    "plan_stages",
    "plan_stamp",
    "players_like",
    "pseudonym",
    "register",
    "reinstate",
    "remove_person",
    "require_addressee",
    "send_again",
    "stages_stamp",
    "start_event",
    "take_role",
    "undo_check_in",
    "withdraw",
    "withdraw_invitation",
]
