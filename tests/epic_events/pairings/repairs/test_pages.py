"""Repair wizard, from the first question to the public note."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.events.models import Event, StaffRole
from epic_events.events.services import drop
from epic_events.pairings import services
from epic_events.pairings.methods.scores import DASH, Score
from epic_events.pairings.models import Repair, Round
from epic_events.pairings.results import table_rows
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_staff
from tests.epic_events.pairings.play import matches_of, played_round, published_round, running_event
from tests.epic_events.pairings.repairs.state import differs, dump, load_state

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
REASON = "Both players showed the slip."


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def ask(client: Client, event: Event, kind: str, **answers: object) -> str:
    """Answer the questions of the wizard; return the preview page."""
    address = reverse("pairings:repair_new", args=[event.slug, kind])
    page = client.post(address, {"reason": REASON, **answers})
    assert page.status_code == 200, page.content.decode()
    return page.content.decode()


def confirm(client: Client, event: Event, kind: str, page: str, status: int = 302) -> str:
    """Submit the form below a preview."""
    form = page[page.index("fingerprint") - 4000 : page.index("Make this repair")]
    sent = dict(re.findall(r'<input type="hidden"\s+name="(\w+)"\s+value="([^"]*)"', form))
    answer = client.post(reverse("pairings:repair_new", args=[event.slug, kind]), sent)
    assert answer.status_code == status
    return str(answer.content.decode())


def repair_by_wizard(client: Client, event: Event, kind: str, **answers: object) -> Repair:
    """Repair with the wizard and check that the repair equals its preview."""
    whole, before = dump(event), load_state(event)
    page = ask(client, event, kind, **answers)
    assert dump(event) == whole
    confirm(client, event, kind, page)
    stored = Repair.objects.latest("pk")
    assert stored.kind == kind
    assert stored.summary == json.loads(json.dumps(differs(event, before).as_json()))
    return stored


def undo_repair(client: Client, event: Event, repair: Repair) -> None:
    repair_by_wizard(client, event, "undo", repair=repair.pk)


def text(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def public(event: Event, name: str, *args: object) -> str:
    return text(Client().get(reverse(f"pairings:{name}", args=[event.slug, *args])).content.decode())


def test_correct_result_two_rounds_later_updates_standings():
    event, organiser = running_event(6, stage={"rounds": 4}, cut=2)
    first = played_round(event, organiser, seed=1)
    played_round(event, organiser, seed=2)
    services.pair_round(organiser, event, seed=3)
    client, whole = browser(organiser), dump(event)
    match = matches_of(first)[0]
    found = client.get(reverse("pairings:repair_new", args=[event.slug, "result"]), {"round": first.pk, "table": 1})
    assert found.headers["Location"].endswith(f"?match={match.pk}")
    winner, loser = (seat.registration.name for seat in match.seats.order_by("place"))
    page = ask(client, event, "result", match=match.pk, score="0-1-0-played", draft="again")
    output = text(page)
    saved = ", ".join(e.name for e in event.registrations.filter(name__in=[winner, loser]).order_by("pk"))
    assert f"Table 1: {winner} {DASH} {loser} (1{DASH}0)" in output
    assert f"Table 1: {winner} {DASH} {loser} (0{DASH}1)" in output
    assert f"Round 2 : {saved}" in output
    before = load_state(event)
    confirm(client, event, "result", page)
    stored = Repair.objects.get()
    assert (stored.reason, stored.actor_id) == (REASON, organiser.pk)
    after = differs(event, before)
    assert after.rounds[0].name == (1, 1)
    assert {move.points_after for move in after.moves if move.points_before != move.points_after}
    assert "The result of table 1 was corrected." in public(event, "round", 1)
    assert REASON not in public(event, "round", 1)
    assert "Round 1: The result of table 1 was corrected." in public(event, "standings")
    assert REASON in text(client.get(reverse("pairings:round", args=[event.slug, 1])).content.decode())
    services.publish_round(organiser, Round.objects.get(stage__event=event, number=3))
    refused = client.post(
        reverse("pairings:repair_new", args=[event.slug, "undo"]), {"reason": REASON, "repair": stored.pk}
    )
    assert refused.status_code == 400
    assert "because later changes depend on it: Round 3" in text(refused.content.decode())
    back = ask(client, event, "unpublish", then="draft")
    confirm(client, event, "unpublish", back)
    undo_repair(client, event, stored)
    assert dump(event) == whole
    assert "was corrected" not in public(event, "round", 1)


def test_reinstate_player_is_paired_with_bye_player():
    event, organiser = running_event(6, stage={"rounds": 3})
    played_round(event, organiser)
    gone = event.registrations.order_by("pk")[2]
    drop(organiser, gone)
    second = published_round(event, organiser)
    client, whole = browser(organiser), dump(event)
    alone = next(row for row in table_rows.tables(second) if row.is_bye).seats[0].registration
    page = client.get(reverse("pairings:repair_new", args=[event.slug, "reinstate"])).content.decode()
    assert f"Plays {alone.name}, who has the bye" in text(page)
    stored = repair_by_wizard(client, event, "reinstate", entry=gone.pk, missed="opponent")
    match = second.matches.get(seats__registration=gone)
    assert (match.table, match.status, match.seats.count()) == (3, "pending", 2)
    assert list(gone.participations.values_list("from_round", "last_round")) == [(1, None)]
    assert "A player who had been dropped by mistake was added" in public(event, "round", 2)
    assert f"Paired by the staff: {REASON}" in public(event, "match", match.pk)
    undo_repair(client, event, stored)
    assert dump(event) == whole


def test_drop_paired_player_awards_match_to_opponent():
    event, organiser = running_event(4, stage={"rounds": 3})
    played_round(event, organiser)
    second = published_round(event, organiser)
    match = matches_of(second)[0]
    gone, there = (seat.registration for seat in match.seats.order_by("place"))
    client, whole = browser(organiser), dump(event)
    stored = repair_by_wizard(client, event, "no_show", entry=gone.pk, award="on")
    match.refresh_from_db()
    assert (match.status, match.result_kind) == ("confirmed", "no_show")
    assert match.seats.get(registration=there).outcome == "win"
    gone.refresh_from_db()
    assert gone.status == "dropped"
    undo_repair(client, event, stored)
    assert dump(event) == whole


def test_swap_players_enters_played_results():
    event, organiser = running_event(4, stage={"rounds": 3, "best_of": 3})
    first = published_round(event, organiser)
    one, two = matches_of(first)
    for match in (one, two):
        services.enter_result(organiser, match, Score(2, 0))
    a, b = (seat.registration for seat in one.seats.order_by("place"))
    c, d = (seat.registration for seat in two.seats.order_by("place"))
    client, whole = browser(organiser), dump(event)
    stored = repair_by_wizard(
        client, event, "exchange",
        round=first.pk, first=b.pk, second=d.pk, first_played="2-1-0-played", second_played="0-2-0-played",
    )  # fmt: skip
    lines = [list(m.seats.order_by("place").values_list("registration", "game_wins", "outcome")) for m in (one, two)]
    assert lines == [[(a.pk, 2, "win"), (d.pk, 0, "loss")], [(c.pk, 1, "loss"), (b.pk, 2, "win")]]
    undo_repair(client, event, stored)
    assert dump(event) == whole


def test_swap_players_in_finished_round_requires_results():
    event, organiser = running_event(4)
    first = played_round(event, organiser)
    one, two = matches_of(first)
    players = [match.seats.get(place=2).registration_id for match in (one, two)]
    address = reverse("pairings:repair_new", args=[event.slug, "exchange"])
    sent = {"reason": REASON, "round": first.pk, "first": players[0], "second": players[1]}
    answer = browser(organiser).post(address, sent)
    assert answer.status_code == 400
    assert "Enter the results of both tables" in answer.content.decode()


def test_roll_back_round_pairs_again_around_results():
    event, organiser = running_event(8, stage={"rounds": 3})
    played_round(event, organiser)
    second = published_round(event, organiser)
    played = matches_of(second)[0]
    services.enter_result(organiser, played, Score(1, 0))
    client, whole = browser(organiser), dump(event)
    stored = repair_by_wizard(client, event, "unpublish", then="pair_rest")
    second.refresh_from_db()
    assert second.status == "draft"
    played.refresh_from_db()
    assert (played.status, played.table) == ("confirmed", 1)
    assert second.seats.count() == 8
    assert "Results that would no longer count" not in text(
        client.get(reverse("pairings:repair", args=[event.slug, stored.pk])).content.decode()
    )
    undo_repair(client, event, stored)
    assert dump(event) == whole
    services.publish_round(organiser, services_draft(client, event))


def services_draft(client: Client, event: Event) -> Round:
    """Roll the round back to a draft once more."""
    repair_by_wizard(client, event, "unpublish", then="draft")
    return Round.objects.get(stage__event=event, status="draft")


def test_pair_manually_shows_reason_publicly():
    event, organiser = running_event(5, stage={"rounds": 3})
    draft = services.pair_round(organiser, event)
    rows = table_rows.tables(draft)
    alone = next(row for row in rows if row.is_bye).seats[0].registration
    other = rows[0].seats[0].registration
    client, whole = browser(organiser), dump(event)
    stored = repair_by_wizard(client, event, "by_hand", round=draft.pk, first=alone.pk, second=other.pk)
    match = draft.matches.get(seats__registration=alone)
    assert {seat.registration_id for seat in match.seats.all()} == {alone.pk, other.pk}
    assert draft.seats.count() == 5
    services.publish_round(organiser, draft)
    assert f"by hand: {REASON}" in public(event, "round", 1)
    confirm(client, event, "unpublish", ask(client, event, "unpublish", then="draft"))
    undo_repair(client, event, stored)
    assert dump(event) == whole


def test_pair_manually_assigns_bye():
    event, organiser = running_event(5, stage={"rounds": 3})
    draft = services.pair_round(organiser, event)
    rows = table_rows.tables(draft)
    alone = next(row for row in rows if row.is_bye).seats[0].registration
    one, two = (seat.registration for seat in rows[0].seats)
    repair_by_wizard(browser(organiser), event, "by_hand", round=draft.pk, first=one.pk, second="")
    now = {frozenset(seat.registration_id for seat in row.seats) for row in table_rows.tables(draft)}
    assert {frozenset({one.pk}), frozenset({two.pk, alone.pk})} <= now


def test_change_table_number_moves_match():
    event, organiser = running_event(4)
    one, two = matches_of(published_round(event, organiser))
    repair_by_wizard(browser(organiser), event, "table", match=one.pk, to=2)
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.table, two.table) == (2, 1)


def test_reopen_event_allows_correction():
    event, organiser = running_event(4, stage={"rounds": 1})
    first = played_round(event, organiser)
    services.finish_event(organiser, event)
    client = browser(organiser)
    match = matches_of(first)[0]
    address = reverse("pairings:repair_new", args=[event.slug, "result"])
    refused = client.post(address, {"reason": REASON, "match": match.pk, "score": "0-1-0-played"})
    assert "Reopen it first" in refused.content.decode()
    repair_by_wizard(client, event, "reopen")
    repair_by_wizard(client, event, "result", match=match.pk, score="0-1-0-played")
    services.finish_event(organiser, event)


def test_stale_preview_is_shown_again():
    event, organiser = running_event(4, stage={"rounds": 3})
    one, _ = matches_of(played_round(event, organiser))
    client = browser(organiser)
    page = ask(client, event, "result", match=one.pk, score="0-1-0-played")
    # Of this match: what another changes in the standings can by the lots be just what was shown.
    services.enter_result(organiser, one, Score(0, 0, 1), reason="Mixed up.")
    whole = dump(event)
    again = confirm(client, event, "result", page, status=409)
    assert "Nothing was repaired" in again
    assert dump(event) == whole
    confirm(client, event, "result", again)
    assert Repair.objects.count() == 1


def test_preview_can_be_edited():
    event, organiser = running_event(4)
    match = matches_of(played_round(event, organiser))[0]
    client = browser(organiser)
    address = reverse("pairings:repair_new", args=[event.slug, "result"])
    sent = {"reason": REASON, "match": match.pk, "score": "0-1-0-played", "edit": "1"}
    page = client.post(address, sent).content.decode()
    assert "Preview the repair" in page
    assert '<option value="0-1-0-played" selected>' in page
    assert client.post(address, {"match": match.pk, "score": "0-1-0-played"}).status_code == 400


def test_judge_views_repairs_and_scorekeeper_undoes_own_only():
    event, organiser = running_event(4)
    match = matches_of(played_round(event, organiser))[0]
    keeper = make_staff(event, StaffRole.Role.SCOREKEEPER)
    judge = make_staff(event, StaffRole.Role.JUDGE)
    stored = repair_by_wizard(browser(organiser), event, "result", match=match.pk, score="0-1-0-played")
    page = browser(judge).get(reverse("pairings:repairs", args=[event.slug]))
    assert page.status_code == 200
    assert REASON in page.content.decode()
    assert "repair/new" not in page.content.decode()
    address = reverse("pairings:repair_new", args=[event.slug, "undo"])
    assert browser(judge).post(address, {"reason": REASON, "repair": stored.pk}).status_code == 403
    assert browser(keeper).post(address, {"reason": REASON, "repair": stored.pk}).status_code == 403
    head = make_staff(event, StaffRole.Role.HEAD_JUDGE)
    undo_repair(browser(head), event, stored)
    own = repair_by_wizard(browser(keeper), event, "result", match=match.pk, score="0-1-0-played")
    undo_repair(browser(keeper), event, own)


def test_repair_list_query_count_is_constant():
    event, organiser = running_event(4)
    match = matches_of(played_round(event, organiser))[0]
    client = browser(organiser)
    address = reverse("pairings:repairs", args=[event.slug])
    first = repair_by_wizard(client, event, "result", match=match.pk, score="0-1-0-played")
    few = queries_of(lambda: client.get(address))
    undo_repair(client, event, first)
    for score in ("0-1-0-played", "1-0-0-played", "0-0-1-played"):
        repair_by_wizard(client, event, "result", match=match.pk, score=score)
    assert queries_of(lambda: client.get(address)) == few
