"""Changing the tie-breaks of a stage, and the what-if page."""

import re
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.events.models import Event, Registration, Stage
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.methods.standings import PRESETS, Points, Settings
from epic_events.pairings.methods.tie_breaks.chain import preset_of, serialize_chain
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings.forms import TieBreakForm
from epic_events.pairings.standings.services import parse_tie_breaks
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import matches_of, played_round, published_round, running_event, swiss

pytestmark = pytest.mark.django_db

NETRUNNER = PRESETS["netrunner"].chain


def signed_in(user: object) -> Client:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return client


def chain_of(event: Event) -> str:
    return preset_of(ranking.settings_of(swiss(event)).chain)


def address(event: Event) -> str:
    return reverse("pairings:tie_breaks", args=[event.slug, 1])


def filled(preset: str, **changed: Any) -> dict[str, Any]:
    """Return form data of a preset."""
    form = TieBreakForm(Settings.preset(preset))
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in {**values, **changed}.items() if value is not None}


# --- the service ----------------------------------------------------------------------------------------------------


def test_change_tie_breaks_before_play_needs_no_reason():
    event, organiser = running_event(4)
    fab = PRESETS["flesh-and-blood"]
    services.change_tie_breaks(organiser, swiss(event), fab.chain, points=fab.points)
    assert (chain_of(event), selectors.match_points_of(swiss(event))) == ("flesh-and-blood", Points(1, 0, 0, 1))
    played_round(event, organiser)
    assert [row.match_points for row in ranking.standings(swiss(event))] == [1, 1, 0, 0]


def test_change_tie_breaks_during_play_needs_reason_and_logs_both_chains():
    event, organiser = running_event(4)
    played_round(event, organiser)
    with pytest.raises(UserError, match="Enter a reason"):
        services.change_tie_breaks(organiser, swiss(event), NETRUNNER)
    assert chain_of(event) == "epic"
    services.change_tie_breaks(organiser, swiss(event), NETRUNNER, reason=" Announced so. ")
    assert chain_of(event) == "netrunner"
    line = Entry.objects.get(verb="stage.tie_breaks_changed")
    assert (line.reason, line.actor, line.data["before"], line.data["after"]) == (
        "Announced so.",
        organiser,
        serialize_chain(PRESETS["epic"].chain),
        serialize_chain(NETRUNNER),
    )


def test_change_tie_breaks_without_change_is_not_logged():
    event, organiser = running_event(4)
    services.change_tie_breaks(organiser, swiss(event), PRESETS["epic"].chain)
    assert not Entry.objects.filter(verb="stage.tie_breaks_changed").exists()


def test_change_tie_breaks_match_points_after_first_round_raises():
    event, organiser = running_event(4)
    draft = services.pair_round(organiser, event)
    services.change_tie_breaks(organiser, swiss(event), NETRUNNER, points=Points(2, 1, 0, 2))
    services.publish_round(organiser, draft)
    with pytest.raises(StateError, match="Match points cannot change"):
        services.change_tie_breaks(organiser, swiss(event), NETRUNNER, points=Points(), reason="Typo.")


@pytest.mark.parametrize("points", [Points(0, 0, 0, 0), Points(1, 2, 0, 1), Points(3, 0, 1, 3), Points(3, 1, 0, 4)])
def test_change_tie_breaks_inverted_match_points_raise(points):
    event, organiser = running_event(4)
    with pytest.raises(UserError, match="must"):
        services.change_tie_breaks(organiser, swiss(event), NETRUNNER, points=points)


def test_change_tie_breaks_non_organiser_is_refused():
    event, _organiser = running_event(4)
    with pytest.raises(NotAllowedError):
        services.change_tie_breaks(make_user(), swiss(event), NETRUNNER)


def test_change_tie_breaks_after_cut_is_seeded_or_event_is_over_raises():
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    played_round(event, organiser)
    draft = services.start_cut(organiser, event)
    with pytest.raises(StateError, match="was seeded from these standings"):
        services.change_tie_breaks(organiser, swiss(event), NETRUNNER, reason="Late.")
    services.discard_round(organiser, draft)
    services.change_tie_breaks(organiser, swiss(event), NETRUNNER, reason="In time.")
    services.finish_event(organiser, event, reason="No final.")
    with pytest.raises(StateError, match="is over"):
        services.change_tie_breaks(organiser, swiss(event), PRESETS["epic"].chain, reason="Too late.")


def test_change_tie_breaks_of_bracket_raises():
    event, organiser = running_event(4, cut=2)
    with pytest.raises(StateError, match="bracket"):
        services.change_tie_breaks(organiser, event.stages.get(order=2), NETRUNNER)


def test_change_tie_breaks_health_needs_recorded_health():
    event, organiser = running_event(4)
    with pytest.raises(UserError, match="does not record health"):
        services.change_tie_breaks(organiser, swiss(event), PRESETS["health"].chain)
    Stage.objects.filter(event=event).update(records_health=True)
    services.change_tie_breaks(organiser, swiss(event), PRESETS["health"].chain)
    round_ = published_round(event, organiser)
    for match, left in zip(matches_of(round_), ((12, 0), (20, 0)), strict=True):
        services.enter_result(organiser, match, Score(1, 0))
        for seat, health in zip(match.seats.order_by("place"), left, strict=True):
            seat.health = health
            seat.save(update_fields=["health"])
    services.finish_round(organiser, round_)
    rows = ranking.standings(swiss(event))
    assert [row.value("health_difference") for row in rows] == [20, 12, -12, -20]


def test_parse_tie_breaks_invalid_chain_raises_user_error():
    with pytest.raises(UserError, match="Unknown tie-breaker “luck”"):
        parse_tie_breaks(["luck"])


def test_start_cut_seeds_by_lot_of_standings():
    event, organiser = running_event(8, cut=4, stage={"rounds": 1})
    played_round(event, organiser)
    order = [row.player for row in ranking.standings(swiss(event))]
    round_ = services.start_cut(organiser, event)
    seeds = list(round_.stage.participations.order_by("seed").values_list("registration_id", flat=True))
    assert seeds == order[:4]


# --- the pages ------------------------------------------------------------------------------------------------------


def test_tie_breaks_page_preset_is_previewed_and_saved():
    event, organiser = running_event(8)
    for seed in (1, 2):
        played_round(event, organiser, seed)
    desk = signed_in(organiser)
    begun = desk.get(address(event), {"preset": "netrunner"}).content.decode()
    assert "Preview (not saved)" in begun
    assert "Strength of schedule" in begun
    previewed = desk.post(address(event), filled("netrunner", do="preview"))
    assert (previewed.status_code, chain_of(event)) == (200, "epic")
    assert previewed.context["changes"].players == 8
    refused = desk.post(address(event), filled("netrunner", do="save"))
    assert (refused.status_code, chain_of(event)) == (400, "epic")
    assert "Enter a reason" in refused.content.decode()
    saved = desk.post(address(event), filled("netrunner", do="save", reason="Announced so."), follow=True)
    assert "The standings use the new order" in saved.content.decode()
    assert chain_of(event) == "netrunner"
    log = desk.get(reverse("events:log", args=[event.slug])).content.decode()
    assert "changed the tie-breakers to SoS, ESoS, Lot" in log


def test_tie_breaks_page_positions_and_settings_form_custom_chain():
    event, organiser = running_event(4)
    values = filled(
        "epic", **{"omw-place": "3", "gw-place": "1", "gw-floor": "0.25", "ogw-place": "", "lot-place": "9"}
    )
    values["head_to_head-place"] = "4"
    signed_in(organiser).post(address(event), values)
    chain = ranking.settings_of(swiss(event)).chain
    assert [link.name for link in chain] == ["gw", "omw", "head_to_head", "lot"]
    assert str(chain[0].options.floor) == "1/4"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"gw-place": "1"}, "Another tie-breaker has this position."),
        ({"omw-floor": "x"}, "this value is not valid"),
        ({"lot-place": "1", "omw-place": "9"}, "must be the last tie-breaker"),
        ({"win": "0"}, "greater than or equal to 1"),
    ],
)
def test_tie_breaks_page_invalid_form_shows_error_and_stores_nothing(changed, message):
    event, organiser = running_event(4)
    response = signed_in(organiser).post(address(event), filled("epic", **changed))
    assert response.status_code == 400
    assert message in response.content.decode()
    assert chain_of(event) == "epic"


def test_what_if_page_is_public():
    event, organiser = running_event(8)
    for seed in (1, 2):
        played_round(event, organiser, seed)
    page = reverse("pairings:what_if", args=[event.slug])
    assert "Compare" in Client().get(page).content.decode()
    for preset in PRESETS:
        answer = Client().get(page, {"preset": preset})
        assert answer.status_code == 200
        assert answer.context["changes"].players == 8
    assert Client().get(page, {"preset": "epic"}).context["changes"].moved == 0
    assert Client().get(page, {"preset": "luck"}).status_code == 400


def test_what_if_rescores_results_and_stores_nothing():
    event, organiser = running_event(4)
    played_round(event, organiser, 1, Score(0, 0, 1))
    played_round(event, organiser, 2)
    stage = swiss(event)
    rows = ranking.standings(stage, None, Settings.preset("flesh-and-blood"))
    assert sorted(row.match_points for row in rows) == [0, 0, 1, 1]
    assert sorted(row.match_points for row in ranking.standings(stage)) == [1, 1, 4, 4]


def test_what_if_before_first_finished_round_is_404():
    event, organiser = running_event(4)
    assert Client().get(reverse("pairings:what_if", args=[event.slug])).status_code == 404
    desk = signed_in(organiser)
    assert "Choose the tie-breakers" in desk.get(reverse("pairings:standings", args=[event.slug])).content.decode()
    assert "no ranks change" in desk.get(address(event), {"preset": "pokemon"}).content.decode()
    assert desk.get(reverse("pairings:tie_breaks", args=[event.slug, 2])).status_code == 404


@pytest.mark.parametrize("preset", PRESETS)
def test_standings_page_shows_breakdowns_of_every_preset(preset):
    event, organiser = running_event(5)
    chosen = PRESETS[preset]
    Stage.objects.filter(event=event).update(records_health=True)
    services.change_tie_breaks(organiser, swiss(event), chosen.chain, points=chosen.points)
    for seed in (1, 2):
        played_round(event, organiser, seed)
    html = Client().get(reverse("pairings:standings", args=[event.slug])).content.decode()
    assert len(re.findall(r"<dt><abbr", html)) == 5 * len(chosen.chain)
    entry = Registration.objects.filter(event=event)[0]
    alone = Client().get(reverse("pairings:breakdown", args=[event.slug, 2, entry.pk])).content.decode()
    assert len(re.findall(r"<dt><abbr", alone)) == len(chosen.chain)


def test_standings_page_is_paginated_and_shows_own_row(monkeypatch):
    from epic_events.pairings.standings import views as standings

    event, organiser = running_event(6)
    played_round(event, organiser)
    monkeypatch.setattr(standings, "ROWS_A_PAGE", 4)
    last = ranking.standings(swiss(event))[-1]
    reader = Registration.objects.get(pk=last.player).player.user
    page = reverse("pairings:standings", args=[event.slug])
    first, second = (signed_in(reader).get(page, {"page": number}) for number in (1, 2))
    assert [len(answer.context["rows"]) for answer in (first, second)] == [4, 2]
    assert '<a href="?page=2">6</a>' in first.content.decode()
    assert [answer.content.decode().count('<tr class="mine">') for answer in (first, second)] == [0, 1]


def test_what_if_page_query_count_is_constant():
    counted = set()
    for players in (4, 12):
        event, organiser = running_event(players, stage={"rounds": 2})
        played_round(event, organiser)
        desk = signed_in(organiser)
        page = reverse("pairings:what_if", args=[event.slug])
        asked = [(desk, address(event)), (Client(), page)]
        counted.add(tuple(queries_of(partial(client.get, at, {"preset": "pokemon"})) for client, at in asked))
    assert len(counted) == 1
