"""Lines of the desk that disappear when they are outdated, and the desk of a finished event."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from tests.epic_events.pairings.play import matches_of, played_round, published_round, running_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def desk(event: Event, user: User) -> str:
    """Return the main part of the desk."""
    client = Client()
    client.force_login(user)
    page = client.get(reverse("pairings:desk", args=[event.slug])).content.decode()
    return re.sub(r"\s+", " ", page[page.index("<h1") :])


def test_desk_during_cut_does_not_count_swiss_rounds() -> None:
    event, organiser = running_event(4, stage={"rounds": 1}, cut=2)
    assert "1 Swiss round" in desk(event, organiser)
    played_round(event, organiser)
    assert "1 Swiss round" in desk(event, organiser)
    services.start_cut(organiser, event)
    assert "Swiss round" not in desk(event, organiser)


def test_desk_with_all_results_does_not_offer_to_start_clock() -> None:
    event, organiser = running_event(4, stage={"rounds": 1, "minutes": 40})
    round_ = published_round(event, organiser)
    assert "Start the clock" in desk(event, organiser)
    for match in matches_of(round_):
        services.enter_result(organiser, match, Score(1, 0))
    assert "Start the clock" not in desk(event, organiser)


def test_desk_of_finished_event_links_result_files_and_copy() -> None:
    event, organiser = running_event(4, stage={"rounds": 1})
    played_round(event, organiser)
    services.finish_event(organiser, event)
    page = desk(event, organiser)
    panel = page[page.index("desk-next") :].partition("</section>")[0]
    names = ("web:result", "web:files", "web:duplicate")
    assert re.findall(r'href="([^"]+)"', panel) == [reverse(name, args=[event.slug]) for name in names]
