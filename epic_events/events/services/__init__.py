"""Write operations on events and entries."""

from epic_events.events.services.entry import (
    add_player,
    admit,
    check_in,
    check_in_all,
    edit_entry,
    entry_version_token,
    register,
    undo_check_in,
    withdraw,
)
from epic_events.events.services.interpretations import choose_interpretations
from epic_events.events.services.people import (
    claim,
    close_account,
    is_removed,
    merge_players,
    pseudonym,
    remove_person,
    search_merge_candidates,
)
from epic_events.events.services.pictures import remove_picture, upload_picture
from epic_events.events.services.play import current_stage, drop, next_round, reinstate, start_event
from epic_events.events.services.setup import (
    EventPlan,
    cancel_event,
    create_event,
    edit_event,
    event_version_token,
    open_event,
)
from epic_events.events.services.staff import (
    accept_invitation,
    assign_role,
    decline_invitation,
    load_invitation,
    require_addressee,
    revoke_invitation,
    revoke_role,
    send_again,
)
from epic_events.events.services.stages import plan_stages, stage_plan_version_token

__all__ = [
    "EventPlan",
    "accept_invitation",
    "add_player",
    "admit",
    "assign_role",
    "cancel_event",
    "check_in",
    "check_in_all",
    "choose_interpretations",
    "claim",
    "close_account",
    "create_event",
    "current_stage",
    "decline_invitation",
    "drop",
    "edit_entry",
    "edit_event",
    "entry_version_token",
    "event_version_token",
    "is_removed",
    "load_invitation",
    "merge_players",
    "next_round",
    "open_event",
    "plan_stages",
    "pseudonym",
    "register",
    "reinstate",
    "remove_person",
    "remove_picture",
    "require_addressee",
    "revoke_invitation",
    "revoke_role",
    "search_merge_candidates",
    "send_again",
    "stage_plan_version_token",
    "start_event",
    "undo_check_in",
    "upload_picture",
    "withdraw",
]
