"""Event files: content, permissions, query counts."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.decks import services as decks
from epic_events.events import services as events
from epic_events.events.models import Registration
from epic_events.events.stage_plans import StagePlan
from epic_events.judging.calls import services as calls
from epic_events.judging.clock import services as clocks
from epic_events.judging.decisions import services as decisions
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.judging.deck_checks import services as checks
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_event, make_registration, make_staff
from tests.epic_events.integrations.exports import get_file, rows, sign_in
from tests.epic_events.pairings.play import matches_of, played_round, published_round, running_event, users_at
from tests.epic_events.pairings.stages import planned, play_all, played

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def test_round_files_are_updated_when_round_is_finished():
    event, organiser = running_event(3)
    first = event.registrations.order_by("pk")[0]
    round_ = services.pair_round(organiser, event, seed=1)
    assert get_file(Client(), event, "pairings-1.csv").status_code == 404  # a draft
    assert len(rows(sign_in(organiser), event, "pairings-1")) == 2
    services.publish_round(organiser, round_)
    match = matches_of(round_)[0]
    winner, other = (seat.registration for seat in match.seats.order_by("place"))
    played, bye = rows(Client(), event, "pairings-1")
    assert (played["table"], played["status"], played["result"]) == (1, "pending", None)
    assert (played["player_1_name"], played["player_1_games"]) == (winner.name, None)
    assert (bye["table"], bye["result"], bye["player_2_name"]) == (None, "bye", None)

    services.enter_result(organiser, match, Score(1, 0))
    services.finish_round(organiser, round_)
    played = rows(Client(), event, "results")[0]
    assert {name: played[name] for name in played if name != "match"} == {
        "stage": 1, "round": 1, "round_name": "Round 1", "table": 1, "status": "confirmed", "result": "played",
        "games_drawn": 0,
        "player_1_id": winner.pk, "player_1_name": winner.name, "player_1_games": 1, "player_1_points": 3,
        "player_1_outcome": "win",
        "player_2_id": other.pk, "player_2_name": other.name, "player_2_games": 0, "player_2_points": 0,
        "player_2_outcome": "loss",
    }  # fmt: skip
    assert first.name in {row["name"] for row in rows(Client(), event, "standings-1")}
    assert get_file(Client(), event, "standings-2.csv").status_code == 404


def test_standings_file_has_exact_tie_breaks():
    event, organiser = running_event(4)
    for seed in (1, 2):
        played_round(event, organiser, seed)
    best = rows(Client(), event, "standings-2")[0]
    assert list(best)[:8] == ["rank", "id", "name", "match_points", "won", "lost", "drawn", "dropped"]
    assert (best["rank"], best["match_points"], best["won"], best["dropped"]) == (1, 6, 2, False)
    shown = Client().get(f"/api/v1/events/{event.slug}/standings/").json()[0]
    assert [(each["value"], each["exact"]) for each in shown["tie_breaks"]] == [
        (best[each["name"]], best[f"{each['name']}_exact"]) for each in shown["tie_breaks"]
    ]


def test_csv_file_escapes_formulas():
    event = make_event()
    make_registration(event, name="=HYPERLINK(1)")
    assert b"'=HYPERLINK(1)" in get_file(Client(), event, "players.csv").getvalue()
    assert "=HYPERLINK(1)" in [row["name"] for row in json.loads(get_file(Client(), event, "players.json").getvalue())]


def test_players_file_withdrawn_players_are_for_staff_only():
    event, organiser = running_event(2)
    gone = make_registration(event, status=Registration.Status.WITHDRAWN)
    public, own = rows(Client(), event, "players"), rows(sign_in(organiser), event, "players")
    assert [row["id"] for row in own if row not in public and row["status"] == "withdrawn"] == [gone.pk]
    assert list(public[0]) == ["id", "name", "status", "waitlist_place"]
    assert list(own[0]) == [*public[0], "registered_at", "checked_in_at", "awarded_byes", "fixed_table"]


def test_decklists_file_contains_readable_lists_only():
    event, organiser = running_event(2, decklists_required=True)
    mine, other = event.registrations.order_by("pk")
    for entry in (mine, other):
        decks.submit(organiser, entry, legal_text())
    for viewer, whose in ((Client(), []), (sign_in(mine.player.user), [mine.pk]), (sign_in(organiser), [mine, other])):
        keys = [getattr(each, "pk", each) for each in whose]
        assert sorted(row["id"] for row in rows(viewer, event, "decklists")) == keys
        cards = rows(viewer, event, "deck-cards")
        assert sorted({row["id"] for row in cards}) == keys
        assert sum(row["quantity"] for row in cards) == 60 * len(keys)


def test_calls_file_is_for_staff_only():
    event, organiser = running_event(2)
    match = matches_of(published_round(event, organiser))[0]
    caller, _other = users_at(match)
    calls.call_judge(caller, match, reason="Which card is this?")
    assert get_file(Client(), event, "calls.csv").status_code == 403
    assert get_file(sign_in(caller), event, "penalties.csv").status_code == 403
    call = rows(sign_in(make_staff(event, "judge")), event, "calls")[0]
    assert (call["table"], call["round"], call["reason"], call["status"]) == (
        1,
        "Round 1",
        "Which card is this?",
        "open",
    )


def test_judging_files_are_for_staff_only():
    event, organiser = running_event(2)
    match = matches_of(published_round(event, organiser))[0]
    judge, scorekeeper = make_staff(event, "head_judge"), make_staff(event, "scorekeeper")
    entry = match.seats.get(place=1).registration
    decks.submit(judge, entry, legal_text())
    clocks.extend_time(match, 4, "A spill", judge)
    decisions.decide(judge, match, DecisionContent("It stands.", citations=("5.2.1",)))
    checks.begin_check(judge, entry, match)
    for name in ("decisions", "deck-checks", "time-extensions"):
        assert get_file(Client(), event, f"{name}.csv").status_code == 403, name
        assert get_file(sign_in(users_at(match)[0]), event, f"{name}.json").status_code == 403, name
        assert len(rows(sign_in(judge), event, name)) == 1, name
    assert get_file(sign_in(scorekeeper), event, "deck-checks.csv").status_code == 403
    page = sign_in(scorekeeper).get(reverse("web:files", args=[event.slug])).content.decode()
    assert ("deck-checks.csv" in page, "decisions.csv" in page) == (False, True)
    [given] = rows(sign_in(judge), event, "time-extensions")
    assert (given["round"], given["table"], given["minutes"], given["reason"]) == ("Round 1", 1, 4, "A spill")
    [decided] = rows(sign_in(judge), event, "decisions")
    assert (decided["text"], decided["citations"], decided["table"]) == ("It stands.", "5.2.1", 1)
    [checked] = rows(sign_in(judge), event, "deck-checks")
    assert (checked["id"], checked["name"], checked["ended_at"]) == (entry.pk, entry.name, None)


def test_files_page_lists_existing_files_of_all_stages():
    plan = (StagePlan(kind="swiss", rounds=1, minutes=40), StagePlan(kind="elimination", cut_size=2, minutes=None))
    event, organiser = planned(4, *plan)
    events.start_event(organiser, event)
    played(organiser, event, 1)
    play_all(organiser, services.start_cut(organiser, event))
    services.finish_event(organiser, event)
    event.refresh_from_db()
    client = sign_in(organiser)
    page = client.get(reverse("web:files", args=[event.slug])).content.decode()
    listed = [part.partition('"')[0] for part in page.split(f'href="/events/{event.slug}/files/')[1:]]
    listed = [name for name in listed if name]
    assert {"final-standings.json", "cut-pairings-1.csv", "standings-1.json", "players.csv"} < set(listed)
    assert all(get_file(client, event, name).getvalue() for name in listed)
    winner = rows(Client(), event, "final-standings")[0]
    assert (winner["rank"], winner["last_stage"]) == (1, 2)
    for unknown in ("standings-0.csv", "pairings-99.csv", "secrets.csv", "players.xlsx", "standings.csv"):
        assert get_file(client, event, unknown).status_code == 404, unknown


@pytest.mark.parametrize(
    "name",
    [
        "players",
        "results",
        "standings-1",
        "decklists",
        "deck-cards",
        "calls",
        "penalties",
        "decisions",
        "deck-checks",
        "time-extensions",
        "stages",
        "rounds",
        "taking-part",
        "staff",
        "disputes",
        "repairs",
    ],
)
def test_files_query_count_is_constant(name):
    taken = []
    for players in (2, 12):
        event, organiser = running_event(players)
        played_round(event, organiser)
        client = sign_in(organiser)
        get_file(client, event, f"{name}.csv").getvalue()
        taken.append(queries_of(lambda: get_file(client, event, f"{name}.csv").getvalue()))  # noqa: B023 - run at once
    assert taken[0] == taken[1]
