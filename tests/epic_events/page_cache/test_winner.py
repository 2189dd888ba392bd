"""The winner appears on cached pages with the final result."""

from collections.abc import Callable

import pytest
from django.test import Client

from epic_events.accounts.models import User
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match
from tests.epic_events.page_cache.pages import cached_page_urls, outdated_pages, rendered_for, shown
from tests.epic_events.pairings.play import entry_of, matches_of, played_round, running_event, users_at

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def report_equally(_organiser: User, final: Match) -> None:
    first, second = users_at(final)
    services.report_result(first, final, Score(1, 0))
    services.report_result(second, final, Score(1, 0))


def report_and_confirm(_organiser: User, final: Match) -> None:
    first, second = users_at(final)
    services.report_result(first, final, Score(1, 0))
    services.confirm_result(second, final)


def enter_by_staff(organiser: User, final: Match) -> None:
    services.enter_result(organiser, final, Score(1, 0))


@pytest.mark.parametrize("output", [report_equally, report_and_confirm, enter_by_staff])
def test_result_of_the_final_shows_the_winner_on_cached_pages(output: Callable[[User, Match], None]) -> None:
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    played_round(event, organiser)
    [final] = matches_of(services.publish_round(organiser, services.start_cut(organiser, event)))
    paths = cached_page_urls(event)
    player = Client()
    player.force_login(users_at(final)[0])
    readers = {Client(): paths, player: paths}
    rendered_for(readers)
    output(organiser, final)
    winner = f"<bdi>{entry_of(final, 1).name}</bdi>"
    pages = [shown(reader, event.get_absolute_url()) for reader in readers]
    assert [f"<small>Winner</small>{winner}" in "".join(page.split("\n")) for page in pages] == [True, True]
    assert outdated_pages(readers) == []
