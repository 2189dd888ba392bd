"""Standings of large events: cached in the database, equal to those that are computed."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.audit_log.services import version_tokens
from epic_events.events.models import Event, Stage
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Round
from epic_events.pairings.standings import cached_ranking, ranking
from epic_events.pairings.standings.cached_ranking import CachedRanking, load_ranking
from tests.epic_events.counting import queries_of
from tests.epic_events.pairings.play import matches_of, published_round, running_event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve players are large enough to be cached."""
    monkeypatch.setattr(cached_ranking, "LARGE", 12)


def finished(players: int = 12) -> tuple[Event, Round, User]:
    """An event whose first round is finished: seat 1 has won at every table but the first, which was drawn."""
    event, organiser = running_event(players, stage={"best_of": 3, "entered": players})
    round_ = published_round(event, organiser)
    for match in matches_of(round_):
        services.enter_result(organiser, match, Score(1, 1, 1) if match.table == 1 else Score(2, 0))
    return event, services.finish_round(organiser, round_), organiser


def stage_of(event: Event) -> Stage:
    return event.stages.get()


def ranking_of(event: Event) -> CachedRanking:
    return load_ranking(stage_of(event), 1, f"{event.salt}.{version_tokens(event).standings}")


def rows(found: CachedRanking) -> list[tuple[object, ...]]:
    return [(row.rank, row.player, row.match_points, row.won_lost_drawn, row.values) for row in found.page(1)]


def computed(event: Event) -> list[tuple[object, ...]]:
    ranked = ranking.standings(stage_of(event), 1)
    return [(row.rank, row.player, row.match_points, row.won_lost_drawn, row.values) for row in ranked]


def standings_page(event: Event, **query: int) -> str:
    html = Client().get(reverse("pairings:standings", args=[event.slug]), query).content.decode()
    return re.sub(r"\s+", " ", html[html.index("<tbody>") : html.index("</tbody>")])


def test_load_ranking_after_finished_round_equals_computed_standings():
    event, _round, _organiser = finished()
    assert rows(ranking_of(event)) == computed(event)
    assert len(ranking_of(event).players) == len(ranking_of(event).ranks) == 12


def test_load_ranking_after_finished_round_reads_no_results():
    event, _round, _organiser = finished()
    stage = stage_of(event)
    version_token = f"{event.salt}.{version_tokens(event).standings}"
    assert queries_of(lambda: load_ranking(stage, 1, version_token)) == 1


def test_load_ranking_after_correction_equals_computed_standings():
    event, round_, organiser = finished()
    before = rows(ranking_of(event))
    services.enter_result(organiser, matches_of(round_)[1], Score(0, 2), reason="Slip was turned.")
    assert rows(ranking_of(event)) == computed(event) != before


def test_standings_token_changes_with_results_of_finished_rounds_only():
    event, round_, organiser = finished()
    token = version_tokens(event).standings
    second = published_round(event, organiser)
    services.enter_result(organiser, matches_of(second)[0], Score(2, 0))
    assert version_tokens(event).standings == token
    services.enter_result(organiser, matches_of(round_)[1], Score(0, 2), reason="Slip was turned.")
    assert version_tokens(event).standings != token


def test_standings_page_of_large_event_shows_the_computed_rows(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("epic_events.pairings.standings.views.MAX_OPEN_ROWS", 0)
    event, _round, _organiser = finished()
    cached = standings_page(event)
    monkeypatch.setattr(cached_ranking, "LARGE", 100)
    Event.objects.filter(pk=event.pk).update(salt="another")
    assert standings_page(event) == cached


def test_standings_page_of_large_event_second_page_shows_other_players(monkeypatch: pytest.MonkeyPatch):
    for module in ("cached_ranking", "views"):
        monkeypatch.setattr(f"epic_events.pairings.standings.{module}.ROWS_A_PAGE", 8)
    event, _round, _organiser = finished()
    names = [set(re.findall(r"<summary> <bdi>([^<]+)", standings_page(event, page=page))) for page in (1, 2)]
    assert [len(found) for found in names] == [8, 4]
    assert names[0].isdisjoint(names[1])
