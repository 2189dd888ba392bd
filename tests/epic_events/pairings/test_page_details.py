"""Details of pages: colours, counts, names, tenses."""

import re
from dataclasses import replace
from functools import partial
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.events import services as events
from epic_events.events.models import Event
from epic_events.events.stage_plans import StagePlan
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.scores import DASH, Score
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_event, make_registration, make_user
from tests.epic_events.pairings.play import entry_of, matches_of, played_round, published_round, running_event, users_at
from tests.epic_events.pairings.stages import planned, play_all

pytestmark = pytest.mark.django_db


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page_text(user: User | None, name: str, *args: object) -> str:
    client = client_of(user) if user else Client()
    return " ".join(unescape(client.get(reverse(name, args=args)).content.decode()).split())


def test_match_page_conflicting_reports_are_not_marked_as_success():
    event, organiser = running_event(2)
    match = matches_of(published_round(event, organiser))[0]
    first, second = users_at(match)
    address = reverse("pairings:report", args=[event.slug, match.pk])
    message = [
        client_of(user).post(address, {"score": "1-0-0-played"}, follow=True).content.decode()
        for user in (first, second)
    ]
    assert 'class="message is-ok"' in message[0]
    output = message[1][message[1].index("Your reports differ") - 200 : message[1].index("Your reports differ")]
    assert ("is-unsure" in output, "is-ok" in output) == (True, False)


def test_standings_page_beyond_planned_rounds_omits_total():
    event, organiser = running_event(4, stage={"rounds": 1, "first_round": 1})
    played_round(event, organiser)
    assert "After round 1 of 1" in page_text(None, "pairings:standings", event.slug)
    services.finish_event(organiser, event)
    assert "Final, after 1 round " in page_text(None, "pairings:standings", event.slug)
    Event.objects.update(status=Event.Status.RUNNING)
    stage = event.stages.get()
    stage.first_round, stage.rounds = 4, 3  # the fourth to the sixth round of the event
    stage.save()
    stage.round_set.update(number=5)
    cache.clear()  # this was written past every service
    assert "After round 5 of 6" in page_text(None, "pairings:standings", event.slug)
    stage.rounds = 1
    stage.save()
    cache.clear()
    page = page_text(None, "pairings:standings", event.slug)
    assert "After round 5" in page
    assert "After round 5 of" not in page


def test_control_page_names_stage_of_counted_rounds():
    event, organiser = running_event(4)
    event.stages.update(kind="round_robin", rounds=3)
    page = page_text(organiser, "pairings:desk", event.slug)
    assert "3 rounds of “Round robin”" in page
    assert "Swiss" not in page[: page.index("<main")] + page[page.index("<h1") : page.index("</h1>") + 600]


def test_players_page_finished_event_uses_past_tense():
    event, organiser = running_event(4, stage={"rounds": 1})
    played_round(event, organiser)
    events.drop(organiser, event.registrations.order_by("pk")[0])
    services.finish_event(organiser, event)
    page = page_text(organiser, "pairings:desk", event.slug)
    assert "4 players took part" in page
    assert "are checked in" not in page


def test_players_page_counts_players_not_checked_in():
    organiser = make_user()
    event = make_event(organiser=organiser)
    entries = [make_registration(event) for _ in range(3)]
    assert "Check in all 3 players" in page_text(organiser, "events:players", event.slug)
    act = reverse("events:act_on_player", args=[event.slug, entries[0].pk, "check-in"])
    answer = " ".join(client_of(organiser).post(act, headers={"hx-request": "true"}).content.decode().split())
    assert 'id="no-roll-call" hx-swap-oob="true"' in answer
    assert "Check in the remaining 2 players" in answer
    for entry in entries[1:]:
        events.check_in(organiser, entry)
    assert "Check in without roll call" not in page_text(organiser, "events:players", event.slug)


def test_control_page_result_list_includes_no_show():
    event, organiser = running_event(2)
    match = matches_of(published_round(event, organiser))[0]
    page = page_text(organiser, "pairings:desk", event.slug)
    for place in (1, 2):
        assert f"{entry_of(match, place).name} did not show up" in page
    assert "Neither showed up" in page
    address = reverse("pairings:enter", args=[event.slug, match.pk])
    client_of(organiser).post(address, {"score": "1-0-0-no_show", "from": "desk"})
    match.refresh_from_db()
    assert (match.result_kind, match.status) == ("no_show", "confirmed")


def test_event_log_names_round_and_players():
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    match = matches_of(round_)[0]
    first, second = (entry_of(match, place).name for place in (1, 2))
    services.enter_result(organiser, match, Score(1, 0))
    page = page_text(organiser, "events:audit_log", event.slug)
    assert f"entered a result: 1{DASH}0 at table 1: Round 1, {first} {DASH} {second}" in page
    for other in matches_of(round_)[1:]:
        services.enter_result(organiser, other, Score(1, 0))
    draft = services.pair_round(organiser, event)
    services.pair_again(organiser, draft)
    services.discard_round(organiser, draft)
    page = page_text(organiser, "events:audit_log", event.slug)
    assert "paired round 2 again" in page
    assert "discarded the unpublished pairings of round 2" in page


def test_event_log_query_count_is_constant():
    counts = []
    for players in (4, 24):
        event, organiser = running_event(players)
        for match in matches_of(published_round(event, organiser)):
            services.enter_result(organiser, match, Score(1, 0))
        client, address = client_of(organiser), reverse("events:audit_log", args=[event.slug])
        counts.append(queries_of(partial(client.get, address)))
    assert counts[0] == counts[1]


def test_final_standings_show_points_and_match_record():
    event, organiser = running_event(4, cut=2, stage={"rounds": 2})
    for _ in range(2):
        played_round(event, organiser)
    final = services.publish_round(organiser, services.start_cut(organiser, event))
    services.enter_result(organiser, selectors.open_tables(final)[0], Score(1, 0))
    services.finish_event(organiser, event)
    page = page_text(None, "pairings:final_standings", event.slug)
    rows = page[page.index("<tbody>") : page.index("</tbody>")]
    assert f'data-label="Points">6</td> <td class="n" data-label="Record">3{DASH}0</td>' in rows
    assert rows.count('data-label="Record"') == 4
    body = Client().get(reverse("api:final-standings", args=[event.slug])).json()
    assert [row["points"] for row in body[2:]] == [int(points) for points in re.findall(r'"Points">(\d+)<', rows)[2:]]
    assert {name: body[0][name] for name in ("points", "won", "lost", "drawn")} == {
        "points": 6, "won": 3, "lost": 0, "drawn": 0
    }  # fmt: skip


@pytest.mark.parametrize("path", ["/no-such-page/", "/events/no-such-event/"])
def test_page_not_found_offers_search_and_current_events(path):
    running = make_event(name="Running Cup", status=Event.Status.RUNNING)
    make_event(name="Secret Cup", status=Event.Status.DRAFT)
    make_event(name="Old Cup", status=Event.Status.FINISHED)
    answer = Client().get(path)
    page = answer.content.decode()
    assert answer.status_code == 404
    assert 'role="search"' in page[page.index("<main") :]
    assert f'href="{running.get_absolute_url()}"' in page
    assert [name in page for name in ("Secret Cup", "Old Cup")] == [False, False]


def test_match_page_points_before_round_always_have_a_number():
    event, organiser = running_event(4, stage={"rounds": 2})
    played_round(event, organiser)
    event.registrations.update(name="X")
    match = matches_of(services.pair_round(organiser, event))[0]
    match.explanation = {**match.explanation, "points": [1, 0]}
    match.save()
    page = page_text(organiser, "pairings:desk", event.slug)
    output = re.findall(r">(\d*)<span class=\"sr-only\"> (points?)</span>", page)
    assert set(output[:2]) == {("1", "point"), ("0", "points")}
    match.explanation = {"reasons": []}
    match.save()
    again = re.findall(
        r">(\d*)<span class=\"sr-only\"> (points?)</span>", page_text(organiser, "pairings:desk", event.slug)
    )
    assert ("", "points") not in again
    assert len(again) == len(output) - 2


def test_control_page_draft_round_is_not_counted_as_played():
    event, organiser = running_event(4, stage={"rounds": 3})
    played_round(event, organiser)
    assert "1 of 3 Swiss rounds have been played." in page_text(organiser, "pairings:desk", event.slug)
    draft = services.pair_round(organiser, event)
    assert "1 of 3 Swiss rounds have been played." in page_text(organiser, "pairings:desk", event.slug)
    services.publish_round(organiser, draft)
    assert "1 of 3 Swiss rounds have been played." in page_text(organiser, "pairings:desk", event.slug)


def test_players_page_cancelled_event_claims_no_participation():
    organiser = make_user()
    event = make_event(organiser=organiser)
    make_registration(event)
    events.cancel_event(organiser, event, reason="No hall.")
    page = page_text(organiser, "pairings:desk", event.slug)
    assert "1 player had registered" in page
    assert "The event was cancelled." in page
    assert ["took part" in page, "results are final" in page] == [False, False]


def test_players_page_finished_event_shows_played_instead_of_checked_in():
    event, organiser = running_event(4, stage={"rounds": 1})
    match = played_round(event, organiser).matches.get(table=1)
    player = users_at(match)[0]
    assert "Checked in</span>" in page_text(player, "web:home")
    services.finish_event(organiser, event)
    for name, args, state in (
        ("events:players", [event.slug], "Played</span>"),
        ("events:detail", [event.slug], "Played</span>"),
        ("web:my_page", [], "of 4 </span>"),
    ):
        page = page_text(player, name, *args)
        assert (state in page, "Checked in</span>" in page) == (True, False), name


def test_event_log_names_changed_fields():
    organiser = make_user()
    event = make_event(organiser=organiser)
    plan = replace(events.EventPlan.of(event), name="Another name", place="Another hall")
    events.edit_event(organiser, event, plan)
    assert "changed the event: “Name”, “Venue”" in page_text(organiser, "events:audit_log", event.slug)


def test_bracket_only_event_has_no_standings_and_names_bracket_parts():
    event, organiser = planned(4, StagePlan(kind="double"))
    for _ in range(2):
        round_ = play_all(organiser, services.pair_round(organiser, event))
    services.finish_round(organiser, round_)
    page = page_text(None, "pairings:standings", event.slug)
    assert "Its placings show how far each player got." in page
    assert reverse("pairings:bracket", args=[event.slug]) in page
    rounds = page_text(None, "pairings:rounds", event.slug)
    assert ("Losers' bracket" in rounds, "Winners' bracket" in rounds) == (True, True)
    assert "its seeds were drawn at random when it started" in rounds
    assert "one game per match" in page_text(None, "pairings:bracket", event.slug)
    log = page_text(organiser, "events:audit_log", event.slug)
    assert "finished bracket round 2" in log
    assert "finished bracket round 2 and published" not in log
    assert "Bracket round 2, Losers' bracket, Player" in log


def test_third_place_match_is_not_shown_as_final():
    event, organiser = planned(4, StagePlan(kind="elimination", third_place=True))
    play_all(organiser, services.pair_round(organiser, event))
    services.publish_round(organiser, services.pair_round(organiser, event))
    third = event.stages.get().round_set.get(number=2).matches.get(bracket="third")
    page = page_text(None, "pairings:match", event.slug, third.pk)
    assert "<bdi>Third-place match</bdi>" in page
    assert page_text(None, "pairings:rounds", event.slug).count("Third-place match") == 1


def test_control_page_poll_answers_only_after_new_audit_entries():
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    client, address = client_of(organiser), reverse("pairings:desk", args=[event.slug])
    asks = re.search(r'hx-get="([^"]+)"\s+data-poll="15"', client.get(address).content.decode())
    assert asks is not None
    assert client.get(asks[1]).status_code == 204
    services.enter_result(organiser, matches_of(round_)[0], Score(1, 0))
    answer = client.get(asks[1])
    assert (answer.status_code, 'data-news="1 of 2 results are in."' in answer.content.decode()) == (200, True)
    refused = client.post(
        reverse("pairings:act_on_desk", args=[event.slug, "finish-event"]), {"reason": "It is late."}
    ).content.decode()
    assert ("It is late." in refused, 'data-poll="15"' in refused) == (True, False)
