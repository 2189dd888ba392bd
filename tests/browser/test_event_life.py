"""Pages of each kind stay open through the life of an event and show each of its states without a reload."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from epic_events.accounts.models import User
from epic_events.events import services as events
from epic_events.events.models import Event
from epic_events.pairings import services as rounds
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Round
from tests.browser.test_open_pages import ask_now, open_at  # noqa: F401 - a fixture
from tests.epic_events.factories import make_event, make_user
from tests.epic_events.pairings.play import matches_of, users_at
from tests.live import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WAIT = 60_000  # milliseconds; on a busy machine


def play(organiser: User, event: Event, draft: Round) -> None:
    round_ = rounds.publish_round(organiser, draft)
    for match in matches_of(round_):
        rounds.enter_result(organiser, match, Score(1, 0))
    rounds.finish_round(organiser, round_)


@pytest.fixture
def event() -> tuple[Event, User, list[User]]:
    """Return an event of four players with a final, open for registration, its organiser and players."""
    organiser = make_user("Olga Organiser")
    found = make_event(
        organiser=organiser,
        cut=2,
        stage={"rounds": 1},
        starts_at=timezone.now() + timedelta(minutes=5),
    )
    players = [make_user(name) for name in ("Ann", "Ben", "Cy")]
    for player in players:
        events.register(player, found, consent=True)
    return found, organiser, players


def test_open_pages_follow_an_event_from_registration_to_its_winner(
    site: Site,
    event: tuple[Event, User, list[User]],
    open_at: Callable[..., Page],  # noqa: F811 - the fixture
) -> None:
    found, organiser, players = event
    base = f"/events/{found.slug}/"
    mine = open_at(players[0], base)
    overview, listed, standings, bracket, pods, decks = (
        open_at(None, base + path) for path in ("", "players/", "standings/", "bracket/", "pods/", "decks/")
    )
    pages = (mine, overview, listed, standings, bracket, pods, decks)

    def refreshed() -> None:
        for page in pages:
            ask_now(page)

    expect(overview.locator("#page")).to_contain_text("Open for registration")
    events.register(make_user("Dora"), found, consent=True)
    refreshed()
    expect(listed.locator("#page")).to_contain_text("Dora", timeout=WAIT)

    events.check_in_all(organiser, found)
    events.start_event(organiser, found)
    draft = rounds.pair_round(organiser, found, seed=1)
    round_ = rounds.publish_round(organiser, draft)
    refreshed()
    for page in (mine, overview):
        expect(page.locator("#page")).to_contain_text("Round 1", timeout=WAIT)
    expect(mine.locator("#page")).to_contain_text("Your table", timeout=WAIT)
    for match in matches_of(round_):
        rounds.enter_result(organiser, match, Score(1, 0))
    rounds.finish_round(organiser, round_)
    refreshed()
    expect(standings.locator("#page")).to_contain_text("Swiss standings", timeout=WAIT)

    final = rounds.publish_round(organiser, rounds.start_cut(organiser, found))
    refreshed()
    match = matches_of(final)[0]
    winner = users_at(match)[0]
    expect(bracket.locator("#page")).to_contain_text(winner.name, timeout=WAIT)
    rounds.enter_result(organiser, match, Score(1, 0))
    rounds.finish_event(organiser, found)
    refreshed()
    for page in (mine, overview):
        expect(page.locator("#page")).to_contain_text("Finished", timeout=WAIT)
    expect(standings.get_by_role("heading", name="Final standings")).to_be_visible(timeout=WAIT)
    expect(bracket.locator("#page")).to_contain_text("Winner", timeout=WAIT)
