"""One request to every URL of the site, in the order of the matrix."""

from typing import Any, Final, TypeAlias

from django.urls import reverse

from epic_events.accounts.services import claim_token
from epic_events.integrations.calendars import feed_address
from epic_events.integrations.notices.models import Kind
from epic_events.integrations.notices.services import unsubscribe_link
from tests.epic_events.disputes.records import LEGAL
from tests.epic_events.world import World

Body: TypeAlias = dict[str, Any]

PLAN: Final[Body] = {
    "name": "New", "starts_at": "2030-05-01T10:00", "time_zone": "UTC", "check_in_minutes": "60",
    "format": "epic:full-constructed", "rules_version": "RB-2017", "best_of": "1", "minutes": "40", "cut": "0",
    "cut_best_of": "1", "deck_visibility": "after",
}  # fmt: skip
APART: Final[Body] = {"strength": "soft", "reason": "team"}


class Requests:
    """Requests by name: path, POST data, and content type."""

    def __init__(self) -> None:
        self.made: dict[str, tuple[str, Body, Body]] = {}

    def ask(self, name: str, /, *args: object, like: str = "", **body: Any) -> None:
        """Add a request to the URL ``name``; ``like`` distinguishes several to one URL."""
        kind = {"content_type": "application/json"} if name.startswith("api:") else {}
        self.made[f"{name} {like}".strip()] = (reverse(name, args=args), body, kind)


def requests_of(world: World) -> dict[str, tuple[str, Body, Body]]:
    """Return path, POST data and content type of each request by name."""
    asked = Requests()
    for part in PARTS:
        part(asked, world)
    return asked.made


def _accounts(asked: Requests, world: World) -> None:
    for name in ("login", "signup", "inactive", "email", "change_password", "set_password", "reset_password",
                 "reset_password_done", "reset_password_from_key_done", "reauthenticate", "request_login_code",
                 "confirm_login_code", "email_verification_sent", "logout"):  # fmt: skip
        asked.ask(f"account_{name}")
    asked.ask("account_reset_password_from_key", "1", "no-such-key")
    asked.ask("access:page")
    asked.ask("access:sign_in_again")
    asked.ask("access:new_token", name="Desk", scopes=["read"], days="7")
    asked.ask("access:revoke_token", 1)
    asked.ask("access:end_other_sessions")
    asked.ask("access:end_session", 1)
    asked.ask("language:page", language="en")
    asked.ask("language:switch", language="en")
    for name in ("index", "authenticate", "reauthenticate", "activate_totp", "deactivate_totp", "list_webauthn",
                 "add_webauthn", "reauthenticate_webauthn", "login_webauthn", "view_recovery_codes",
                 "generate_recovery_codes", "download_recovery_codes"):  # fmt: skip
        asked.ask(f"mfa_{name}")
    asked.ask("mfa_remove_webauthn", 1)
    asked.ask("mfa_edit_webauthn", 1)
    asked.ask("web:home")
    asked.ask("web:device")
    asked.ask("web:my_page")
    asked.ask("web:close_account")
    person = world.people["stranger"]
    assert person is not None
    asked.ask("web:my_calendar", feed_address(person).split("/")[-1].removesuffix(".ics"))
    asked.ask("web:calendar", world.playing.slug)
    asked.ask("web:preview", world.playing.slug)
    asked.ask("web:styleguide")
    asked.ask("artwork:picture", 1, "cover", "epic", "steel", "9f3c21ab")
    asked.ask("web:offline_tables", world.playing.slug)
    asked.ask("web:offline_tables", world.hidden.slug, like="draft")
    asked.ask("web:scan", world.playing.slug)
    asked.ask("web:result", world.playing.slug)
    asked.ask("web:result", world.ended.slug, like="ended")
    asked.ask("web:player", world.mine.player_id)
    asked.ask("web:player", 0, like="nobody")
    asked.ask("web:embedded_pairings", world.playing.slug)
    asked.ask("web:embedded_standings", world.playing.slug)
    asked.ask("web:embedded_final_standings", world.playing.slug)
    asked.ask("web:embedded_bracket", world.playing.slug)
    asked.ask("web:calendar", world.hidden.slug, like="draft")
    asked.ask("web:no_connection")
    asked.ask("notices:page", **{f"{kind}-mail": "off" for kind in Kind})
    asked.ask("notices:question")
    asked.ask("notices:add_device", endpoint="https://push.example.com/1", p256dh="x", auth="y")
    asked.ask("notices:remove_device", 1)
    asked.ask("notices:unsubscribe", unsubscribe_link(person.pk, Kind.PLACE).split("/")[-2])


def _site(asked: Requests, world: World) -> None:
    for name in ("health", "ready", "metrics", "status"):
        asked.ask(f"site_admin:{name}")
    asked.ask("site_admin:tables")
    asked.ask("site_admin:records", "decks.deckversion")
    asked.ask("site_admin:record", "decks.deckversion", world.deck.pk)
    asked.ask("site:judges", email=str(getattr(world.people["stranger"], "email", "")), reason="Knows the rules.")
    asked.ask("site:revoke_role", world.site_role.pk, reason="Has moved away.")


def _events(asked: Requests, world: World) -> None:
    slug, hidden = world.playing.slug, world.hidden.slug
    asked.ask("events:list")
    asked.ask("events:create", **PLAN)
    asked.ask("events:claim", claim_token(world.walk_in.player))
    asked.ask("events:detail", slug)
    asked.ask("events:detail", hidden, like="draft")
    asked.ask("events:edit", hidden, like="draft", **PLAN)
    asked.ask("events:edit", slug, **{**PLAN, "name": "Renamed"})
    stage = {"count": "1", "stage-1-id": str(world.hidden.stages.get().pk), "stage-1-kind": "swiss"}
    asked.ask("events:stages", hidden, like="draft", **stage, **{"stage-1-best_of": "1", "stage-1-minutes": "40"})
    asked.ask("events:stages", slug, count="0")
    asked.ask("events:picture", hidden, like="draft", remove="1")
    asked.ask("events:picture", slug, remove="1")
    asked.ask("events:picture_file", slug, "0" * 16)
    asked.ask("events:open", hidden, like="draft")
    asked.ask("events:open", slug)
    asked.ask("web:share", hidden, like="draft")
    asked.ask("web:share", slug)
    asked.ask("events:cancel", slug, reason="The hall burnt down.")
    asked.ask("events:register", slug, name="X", consent="on")
    asked.ask("events:withdraw", slug)
    asked.ask("events:check_in", slug)
    asked.ask("events:players", slug)
    asked.ask("events:players", hidden, like="draft")
    asked.ask("events:add_player", slug, name="New Player")
    asked.ask("events:check_in_all", slug)
    asked.ask("events:player", slug, world.mine.pk, name="Renamed", fixed_table="", awarded_byes="0")
    asked.ask("events:merge_players", slug, world.walk_in.pk, player="1", reason="The same face.")
    for action in ("check-in", "undo-check-in", "admit", "withdraw", "reinstate", "no-such-thing"):
        asked.ask("events:act_on_player", slug, world.mine.pk, action, like=action)
    asked.ask("events:staff", slug, email=str(getattr(world.people["stranger"], "email", "")), role="judge")
    asked.ask("events:revoke_role", slug, world.playing.staff.get(role="judge").pk)
    asked.ask("events:send_invitation", slug, world.invitation.pk)
    asked.ask("events:revoke_invitation", slug, world.invitation.pk)
    asked.ask("events:invitation", world.invitation.token)
    asked.ask("events:interpretations", slug)
    asked.ask("events:choose_interpretations", slug)
    asked.ask("events:audit_log", slug)
    asked.ask("events:log_file", slug, "csv")
    asked.ask("events:bulk_entry", slug, text="Ada", save="1")
    asked.ask("web:duplicate", slug, name="Again", starts_at="2030-05-01T10:00")
    asked.ask("web:duplicate", hidden, like="draft", name="Again", starts_at="2030-05-01T10:00")
    asked.ask("web:files", slug)
    asked.ask("web:files", hidden, like="draft")
    for name in ("players", "results", "decklists", "deck-cards", "penalties", "calls", "pairings-1", "standings-1"):
        asked.ask("web:file", slug, name, "json", like=name)
    for name in ("decisions", "appeals", "check-draws", "deck-checks", "clock-steps", "time-extensions", "kept-apart"):
        asked.ask("web:file", slug, name, "csv", like=name)
    for name in ("stages", "rounds", "pods", "disputes", "taking-part", "staff"):
        asked.ask("web:file", slug, name, "json", like=name)
    for name in ("repairs", "rounds"):
        asked.ask("web:file", world.between.slug, name, "json", like=f"{name} between")
    for name in ("card-pools", "pool-cards"):
        asked.ask("web:file", world.dealt.slug, name, "csv", like=name)
    asked.ask("web:file", hidden, "players", "csv", like="draft")


def _tables(asked: Requests, world: World) -> None:
    slug, between, hidden = world.playing.slug, world.between.slug, world.hidden.slug
    asked.ask("pairings:rounds", slug)
    asked.ask("pairings:round", slug, 1)
    asked.ask("pairings:round", between, 2, like="draft")
    asked.ask("pairings:cut_round", slug, 1)
    asked.ask("pairings:standings", slug)
    asked.ask("pairings:standings_after", slug, 1)
    asked.ask("pairings:standings_after", between, 1, like="finished")
    asked.ask("pairings:final_standings", slug)
    asked.ask("pairings:final_standings", world.ended.slug, like="ended")
    asked.ask("pairings:breakdown", slug, 1, 1)
    asked.ask("pairings:breakdown", between, 1, world.draft_table.seats.all()[0].registration_id, like="finished")
    asked.ask("pairings:what_if", slug)
    asked.ask("pairings:what_if", between, like="finished")
    asked.ask("pairings:tie_breaks", slug, 1)
    asked.ask("pairings:bracket", slug)
    asked.ask("pairings:pods", slug)
    asked.ask("pairings:pods", hidden, like="draft")
    asked.ask("pairings:my_match", slug)
    asked.ask("pairings:match", slug, world.table.pk)
    asked.ask("pairings:match", between, world.draft_table.pk, like="draft")
    asked.ask("pairings:match", between, world.table.pk, like="of another event")
    asked.ask("pairings:table", slug, world.table.table)
    asked.ask("pairings:table", between, 1, like="between")
    asked.ask("pairings:first_player", slug, world.table.pk, place="1")
    asked.ask("pairings:turn", slug, world.table.pk, place="1")
    asked.ask("pairings:explanation", slug, world.table.pk)
    asked.ask("pairings:explanation", between, world.draft_table.pk, like="draft")
    asked.ask("pairings:report", slug, world.table.pk, score="1-0-0-played")
    asked.ask("pairings:report", between, world.draft_table.pk, like="draft", score="1-0-0-played")
    asked.ask("pairings:undo_report", slug, world.table.pk)
    asked.ask("pairings:confirm", slug, world.table.pk)
    asked.ask("pairings:enter", slug, world.table.pk, first="1", second="0", drawn="0", kind="played")
    asked.ask(
        "pairings:enter", between, world.draft_table.pk, like="draft", first="1", second="0", drawn="0", kind="played"
    )
    asked.ask("pairings:note", slug, world.table.pk, score="1-0-0-played")
    asked.ask("pairings:note", between, world.draft_table.pk, like="draft", score="1-0-0-played")
    asked.ask("pairings:decide_report", slug, world.table.pk, report="1", reason="Both say so.")
    asked.ask("pairings:undo_entry", slug, world.table.pk, reason="Wrong table.")


def _desk(asked: Requests, world: World) -> None:
    slug, between = world.playing.slug, world.between.slug
    asked.ask("pairings:desk", slug)
    asked.ask("pairings:board", slug)
    asked.ask("pairings:swap", slug, world.table.round_id)
    asked.ask("pairings:repairs", slug)
    asked.ask("pairings:repair", slug, world.repair.pk)
    asked.ask("pairings:repair", between, world.repair.pk, like="draft")
    asked.ask("pairings:repair_new", slug, "no_show", entry=world.mine.pk, reason="Gone.")
    asked.ask("pairings:repair_new", between, "result", like="result", reason="Gone.")
    for kind, like in (("nothing", "nothing"), ("undo", "undo")):
        asked.ask("pairings:repair_new", between, kind, like=like, repair=world.repair.pk, reason="It was right.")
    asked.ask("pairings:entry", slug, round=world.table.round_id, line="1 1", reason="")
    asked.ask("pairings:entry_block", slug, round=world.table.round_id, text="1 1\n2 2", reason="", save="")
    asked.ask("pairings:slips", slug, world.table.round_id)
    asked.ask("pairings:pack", slug, world.table.round_id)
    asked.ask("pairings:pack_file", slug, world.table.round_id)
    asked.ask("pairings:table_cards", slug)
    opponent = world.table.seats.get(place=2).registration
    asked.ask("pairings:avoidances", slug, first=world.mine.name, second=opponent.name, **APART)
    asked.ask("pairings:remove_avoidance", slug, world.apart.pk)
    asked.ask("pairings:table_rules", slug, stage="1", play_first="random", records_health="")
    for action in ("pair", "pair-again", "publish", "discard", "finish-round", "call-time", "take-time-back",
                   "seat-pods", "publish-pods", "discard-pods", "start-cut", "finish-event", "nothing"):  # fmt: skip
        asked.ask("pairings:act_on_desk", between, action, like=action, round=world.draft.pk)


def _floor(asked: Requests, world: World) -> None:
    slug, between, call = world.playing.slug, world.between.slug, world.call.pk
    judge = str(getattr(world.people["judge"], "pk", ""))
    asked.ask("judging:board", slug)
    asked.ask("judging:call", slug, world.table.pk, reason="")
    asked.ask("judging:call", between, world.draft_table.pk, like="draft", reason="")
    asked.ask("judging:call_status", slug, world.table.pk)
    for action in ("take", "hand-over", "put-back", "finish", "withdraw", "nothing"):
        asked.ask("judging:act_on_call", slug, call, action, like=action, to=judge, answer="")
    penalty: Body = {"infraction": "late", "level": "warning"}
    asked.ask("judging:find_table", slug)
    asked.made["judging:find_table found"] = (f"{reverse('judging:find_table', args=[slug])}?table=1", {}, {})
    asked.ask("judging:table", slug, world.table.pk)
    asked.ask("judging:table", between, world.draft_table.pk, like="draft")
    asked.ask("judging:penalties", slug)
    asked.ask("judging:player", slug, world.mine.pk, **penalty)
    asked.ask("judging:revoke", slug, world.penalty.pk, reason="Mistaken.")
    asked.ask("api:penalties", slug, registration=world.mine.pk, **penalty)
    asked.ask("api:penalties", slug, like="disqualification", registration=world.walk_in.pk,
              infraction="cheating", level="disqualification")  # fmt: skip
    asked.ask("api:penalty-revoke", world.penalty.pk, reason="Mistaken.")
    asked.ask("judging:checks", slug, count="1")
    asked.ask("judging:begin_deck_check", slug, world.mine.pk, match=world.table.pk)
    asked.ask("judging:check", slug, world.check.pk, outcome="fine")
    case = world.case.pk
    asked.ask("judging:decide", slug, world.table.pk, text="So.")
    asked.ask("judging:case", slug, case)
    asked.ask("judging:correct", slug, case, text="So.", reason="Clearer.")
    asked.ask("judging:appeal", slug, case, reason="")
    asked.ask("judging:withdraw_appeal", slug, case)
    asked.ask("judging:appeal_decide", slug, case, text="So.", outcome="uphold")
    asked.ask("api:decisions", slug, match=world.table.pk, text="So.")
    asked.ask("api:decision", case, text="So.", reason="Clearer.")
    asked.ask("api:appeal", case, reason="")
    asked.ask("api:appeal-decision", case, text="So.", upheld=True)
    asked.ask("api:calls", slug, match=world.table.pk)
    asked.ask("api:call", call, step="take")
    asked.ask("api:call", call, like="withdraw", step="withdraw")


def _webhooks(asked: Requests, world: World) -> None:
    slug = world.playing.slug
    asked.ask("web:import_archive", look="1")
    asked.ask("web:import_event", text="colour,shape")
    asked.ask("web:download_archive", slug)
    asked.ask("web:program_file", slug, "trf")
    asked.ask("web:download_archive", world.hidden.slug, like="draft")
    asked.ask("decks:sheet", slug, world.mine.pk)
    asked.ask("webhooks:page", slug, address="https://example.com/x")
    asked.ask("webhooks:toggle", slug, world.hook.pk, active="0")
    asked.ask("webhooks:delete", slug, world.hook.pk)


def _clock(asked: Requests, world: World) -> None:
    slug, table = world.playing.slug, world.table
    asked.ask("events:version", slug)
    asked.ask("events:version", world.hidden.slug, like="draft")
    asked.ask("clock:screen", slug)
    asked.ask("clock:screen", world.between.slug, like="draft")
    asked.ask("clock:screen", world.hidden.slug, like="draft event")
    asked.ask("clock:page", slug)
    named = {"round": str(table.round_id), "from": "desk"}
    asked.ask("clock:act", slug, "start", like="start", minutes="50", **named)
    asked.ask("clock:act", slug, "choose", like="choose", **named)
    asked.ask(
        "clock:act", slug, "extend", like="extend", table=str(table.table), minutes="3", reason="deck check", **named
    )
    asked.ask("clock:act", slug, "nothing", like="nothing", **named)
    asked.ask("clock:prepare", slug, "building", "start", like="start")
    asked.ask("clock:prepare", slug, "building", "pause", like="pause")
    asked.ask("clock:prepare", slug, "building", "nothing", like="nothing")
    asked.ask("api:round-clock", table.round_id, action="start", minutes=50)
    asked.ask("api:round-clock", world.draft.pk, like="draft", action="start", minutes=50)
    asked.ask("api:extensions", table.pk, minutes=3, reason="deck check")
    asked.ask("api:extensions", world.draft_table.pk, like="draft", minutes=3, reason="deck check")
    asked.ask("api:extension-undo", world.longer.pk, reason="")
    asked.ask("api:event-clocks", slug, calls_time=True)
    asked.ask("api:event-clocks", world.hidden.slug, like="draft", calls_time=True)
    asked.ask("api:preparation", slug, kind="building", action="start")
    asked.ask("api:preparation", world.hidden.slug, like="draft", kind="building", action="pause")


def _decks(asked: Requests, world: World) -> None:
    slug, hidden = world.playing.slug, world.hidden.slug
    asked.ask("decks:edit", slug, text="3 Kong")
    asked.ask("decks:check", slug, text="3 Kong")
    asked.ask("decks:check", hidden, like="draft", text="3 Kong")
    asked.ask("decks:list", slug)
    asked.ask("decks:detail", slug, world.mine.pk)
    asked.ask("decks:edit_for", slug, world.mine.pk, text="3 Kong")
    asked.ask("decks:lock_all", slug, locked="1")
    asked.ask("decks:lock", slug, world.mine.pk, locked="1")
    dealt = world.dealt.slug
    asked.ask("decks:rules", dealt, banned="Kong", restricted="")
    asked.ask("decks:rules", hidden, like="draft", banned="Kong", restricted="")
    asked.ask("decks:pools", dealt)
    asked.ask("decks:bulk_import", slug, text=f"Player: #{world.mine.pk}\n3 Kong\n", save="1", reason="")
    asked.ask("decks:bulk_import_pools", dealt, text=f"Player: {world.builder.name}\n31 Kong\n", save="1", reason="")
    asked.ask("decks:pool", dealt, world.builder.pk, text="31 Kong", reason="")
    asked.ask("decks:pool", slug, world.mine.pk, like="no format of pools", text="31 Kong", reason="")
    asked.ask("decks:remove_pool", dealt, world.builder.pk, reason="")
    output = world.card_file_event.slug
    asked.ask("decks:cards", output)
    asked.ask("decks:cards", hidden, like="draft")
    asked.ask("decks:card_files", output, text="nothing")
    asked.ask("decks:choose_card_file", output, number="1")
    asked.ask("decks:card_file", output, 1)


def _rulings(asked: Requests, world: World) -> None:
    slug = world.playing.slug
    asked.ask("rulings:list")
    asked.ask("rulings:tables", "epic")
    asked.ask("rulings:new", title="T", question="Q?", answer="A.", status="provisional")
    asked.ask("rulings:similar")
    asked.ask("rulings:feed")
    ruling = world.ruling.slug
    asked.ask("rulings:detail", ruling)
    asked.ask("rulings:edit", ruling, title="T", question="Q?", answer="A.", status="provisional")
    asked.ask("rulings:publish", ruling)
    asked.ask("rulings:confirm", ruling)
    asked.ask("rulings:supersede", ruling, successor="none", reason="R")
    asked.ask("api:rulings", title="T", question="Q?", answer="A.", event=slug)
    asked.ask("api:ruling", ruling)
    asked.ask("api:ruling-publish", ruling)


def _disputes(asked: Requests, world: World) -> None:
    slug, hidden = world.playing.slug, world.hidden.slug
    asked.ask("disputes:list")
    asked.ask("disputes:of_event", slug)
    asked.ask("disputes:of_event", hidden, like="draft")
    asked.ask("disputes:new", title="New", record=LEGAL)
    asked.ask("disputes:describe", record=LEGAL, tap="say|4|0")
    asked.ask("disputes:check", record=LEGAL)
    asked.ask("disputes:precedents")
    asked.ask("disputes:queue")
    asked.ask("disputes:failed_again")
    asked.ask("disputes:rejudge_outdated")
    secret, known = world.unpublished.slug, world.published.slug
    for like, dispute in (("unpublished", secret), ("published", known)):
        asked.ask("disputes:detail", dispute, like=like)
        asked.ask("disputes:state", dispute, like=like)
        asked.ask("disputes:record_text", dispute, like=like)
        asked.ask("disputes:pdf", dispute, like=like)
        asked.ask("disputes:pdf_file", dispute, like=like)
        asked.ask("disputes:file", dispute, like=like)
        asked.ask("disputes:rewind", dispute, like=like)
        asked.ask("disputes:add_evidence", dispute, like=like, statement="So it was.")
        asked.ask("disputes:photo", dispute, 9, like=like)
        asked.ask("disputes:save_what_if", dispute, like=like, title="Otherwise", record=LEGAL)
        asked.ask("disputes:publish_what_if", dispute, 1, like=like)
        asked.ask("disputes:record", dispute, like=like, record=LEGAL)
        asked.ask("disputes:choose_disputed_play", dispute, like=like, disputed_play="")
        asked.ask("disputes:replay_again", dispute, like=like)
        asked.ask("disputes:cancel", dispute, like=like)
        asked.ask("disputes:decide", dispute, like=like, text="So.")
        asked.ask("disputes:publish", dispute, like=like)
        asked.ask("disputes:release", dispute, like=like)
        asked.ask("api:dispute", dispute, like=like)
        asked.ask("api:dispute-record", dispute, like=like, record=LEGAL)
        asked.ask("api:dispute-cancel", dispute, like=like)
        asked.ask("api:dispute-decision", dispute, like=like, text="So.")
        asked.ask("api:dispute-pdf", dispute, like=like)
        asked.ask("api:dispute-pdf-file", dispute, like=like)


def _reference(asked: Requests, world: World) -> None:
    asked.ask("reference:search")
    asked.ask("reference:glossary")
    asked.ask("reference:versions", "epic-complete")
    asked.ask("reference:history", "epic-complete", "4.4.6")
    asked.ask("reference:whole_document", "epic-complete")
    asked.ask("reference:tables", "epic-complete")
    asked.ask("reference:offline")
    asked.ask("reference:offline_listing", "epic")
    asked.ask("reference:manifest")
    asked.ask("reference:service_worker")
    asked.ask("reference:coverage")
    asked.ask("reference:documents")
    asked.ask("reference:interpretations")
    asked.ask("reference:unanswered_searches")
    asked.ask("reference:uploads")
    asked.ask("reference:upload_new", document="epic/numbered", title="New", text="1.1 A rule.")
    asked.ask("reference:document_import", world.reading.pk)
    for like, version in (("published", world.official), ("preview", world.preview)):
        asked.ask("reference:upload", version.pk, like=like)
        asked.ask("reference:symbols", version.pk, like=like)
        asked.ask("reference:publish", version.pk, like=like, effective_on="2020-01-01")
        asked.ask("reference:unpublish", version.pk, like=like)
        asked.ask("api:document", version.pk, like=like)
        asked.ask("api:document-symbols", version.pk, like=like, places=[])
    asked.ask("api:documents")
    asked.ask("reference:document", "epic-complete")
    asked.ask("reference:rule", "epic-complete", "4.4.6")
    asked.ask("reference:cards")
    asked.ask("reference:card", "kong")
    asked.ask("reference:game-card", "epic", "kong")


def _api_of_events(asked: Requests, world: World) -> None:
    slug, between, hidden = world.playing.slug, world.between.slug, world.hidden.slug
    asked.ask("api:root")
    asked.ask("api:schema")
    asked.ask("api:docs")
    asked.ask("api:token", email="nobody@example.com", password="wrong password")
    asked.ask("api:own-token")
    asked.ask("api:events", name="New", starts_at="2030-05-01T10:00Z")
    asked.ask("api:deck-checks", slug, registration=world.mine.pk)
    asked.ask("api:deck-check-end", world.check.pk, outcome="fine", minutes=0)
    asked.ask("api:deck-check-draw", world.table.round_id, count=1)
    asked.ask("api:event-step", slug, step="finish", reason="It rains.")
    asked.ask("api:event-step", hidden, like="draft", step="open")
    asked.ask("api:registrations", slug, like="by name", name="Zoe Zander")
    asked.ask("api:registration-step", world.mine.pk, step="drop")
    asked.ask("api:round-finish", world.table.round_id)
    asked.ask("api:event", slug)
    asked.ask("api:event", hidden, like="draft")
    gone: Body = {"kind": "no_show", "parameters": {"entry": world.mine.pk}, "reason": "Gone."}
    asked.ask("api:repairs", slug, fingerprint="of nothing", **gone)
    asked.ask("api:repair-preview", slug, **gone)
    for name in ("registrations", "stages", "pods", "bracket", "rounds", "matches", "standings"):
        asked.ask(f"api:{name}", slug)
        asked.ask(f"api:{name}", hidden, like="draft")
    asked.ask("api:archive", slug)
    asked.ask("api:archive", hidden, like="draft")
    asked.ask("api:imports", text="round,player1,player2,score\n1,Ana,Ben,2-0", only_look=True)
    asked.ask("api:archives", whole={}, slug="", only_look=True)
    asked.ask("api:changes", slug)
    asked.ask("api:changes", hidden, like="draft")
    asked.ask("api:changes-stream", slug)
    asked.ask("api:changes-stream", hidden, like="draft")
    asked.ask("api:webhooks", slug, address="https://example.com/x", kinds=["round"])
    asked.ask("api:webhook", world.hook.pk)
    asked.ask("api:webhook-deliveries", world.hook.pk)
    asked.ask("api:duplicate", slug, starts_at="2030-05-01T10:00Z")
    asked.ask("api:duplicate", hidden, like="draft", starts_at="2030-05-01T10:00Z")
    asked.ask("api:decklist-window", slug)
    asked.ask("api:decklists-lock", slug, locked=True)
    asked.ask("api:decklist-lock", world.mine.pk, locked=True)
    asked.ask("api:same-person", world.mine.pk, player_id=0, reason="The same face.")
    asked.ask("api:event-result", slug)
    asked.ask("api:event-result", world.ended.slug, like="ended")
    asked.ask("api:player", world.mine.player_id)
    asked.ask("api:final-standings", slug)
    asked.ask("api:final-standings", world.ended.slug, like="ended")
    asked.ask("api:standing", slug, 1)
    asked.ask("api:standing", between, world.draft_table.seats.all()[0].registration_id, like="finished")
    asked.ask("api:tie-breaks", slug, 1)
    email = str(getattr(world.people["stranger"], "email", ""))
    asked.ask("api:staff", slug, email=email, role="judge")
    asked.ask("api:staff-role", slug, world.playing.staff.get(role="judge").pk)
    asked.ask("api:invitation", slug, world.invitation.pk)
    asked.ask("api:decklists", slug, text="3 Kong", registration=world.mine.pk)
    asked.ask("api:decklists", hidden, like="draft", text="3 Kong")
    asked.ask("api:decklist", world.deck.pk)
    asked.ask("api:deck-check", text="3 Kong", format="full-constructed")
    dealt = world.dealt.slug
    asked.ask("api:deck-rules", dealt, banned=["Kong"])
    asked.ask("api:pools", dealt, text="31 Kong", registration=world.builder.pk)
    asked.ask("api:pools", hidden, like="draft", text="31 Kong")
    asked.ask("api:decklists-many", slug, text=f"Player: #{world.mine.pk}\n3 Kong\n")
    asked.ask("api:pools-many", dealt, text=f"Player: {world.builder.name}\n31 Kong\n")
    asked.ask("api:pool-states", dealt)
    output = world.card_file_event.slug
    asked.ask("api:own-cards", output)
    asked.ask("api:own-cards", hidden, like="draft")
    asked.ask("api:card-files", output, text="nothing")
    asked.ask("api:card-file-form", output)
    asked.ask("api:card-file-choice", output, number=1)
    asked.ask("api:card-file", output, 1)


def _api_of_play(asked: Requests, world: World) -> None:
    slug = world.playing.slug
    asked.ask("api:match", world.table.pk)
    asked.ask("api:match", world.draft_table.pk, like="draft")
    opponent = world.table.seats.get(place=2).registration
    asked.ask("api:kept-apart", slug, first=world.mine.pk, second=opponent.pk, **APART)
    asked.ask("api:let-meet", world.apart.pk)
    asked.ask("api:why", world.table.pk)
    asked.ask("api:why", world.draft_table.pk, like="draft")
    asked.ask("api:result", world.table.pk, game_wins=[1, 0])
    asked.ask("api:result", world.draft_table.pk, like="draft", game_wins=[1, 0])
    asked.ask("api:confirm", world.table.pk)
    asked.ask("api:undo", world.table.pk)
    asked.ask("api:round-time", world.table.round_id)
    asked.ask("api:round-time", world.draft.pk, like="draft")
    asked.ask("api:round-results", world.table.round_id, lines="1 1")
    asked.ask("api:pair", slug)
    asked.ask("api:start-cut", slug)
    asked.ask("api:publish", world.table.round_id)
    asked.ask("api:publish", world.draft.pk, like="draft")


def _api_of_reference(asked: Requests, world: World) -> None:
    slug = world.playing.slug
    asked.ask("api:rules")
    asked.ask("api:rulebook", "epic-complete")
    asked.ask("api:rule", "epic-complete", "4.4.6")
    asked.ask("api:rule-search", "epic-complete")
    asked.ask("api:cards")
    asked.made["api:card-completion"] = ("/api/v1/cards/complete/?q=a", {}, {})
    asked.made["api:card-question"] = ("/api/v1/cards/question/?q=a", {}, {})
    asked.ask("api:card", "kong")
    asked.ask("api:disputes", title="New", record=LEGAL, event=slug)
    asked.made["api:nowhere"] = ("/api/v1/nowhere/", {}, {"content_type": "application/json"})


PARTS: Final = (
    _accounts,
    _site,
    _events,
    _tables,
    _desk,
    _floor,
    _webhooks,
    _clock,
    _decks,
    _rulings,
    _disputes,
    _reference,
    _api_of_events,
    _api_of_play,
    _api_of_reference,
)
"""The parts of the site in the order of the matrix."""
