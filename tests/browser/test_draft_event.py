"""A draft event of sixteen players in two pods, from its creation to round 2, through the pages."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from epic_events.events import services as events
from epic_events.events.models import Event
from epic_events.pairings import services as rounds
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import PodSeat
from tests.browser.test_open_pages import ask_now, open_at  # noqa: F401 - a fixture
from tests.epic_events.decks.pools.dark_draft import cards
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import matches_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WAIT = 60_000  # milliseconds; on a busy machine


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def step(page: Page, heading: str) -> None:
    expect(page.locator("#next")).to_have_text(re.compile(heading), timeout=WAIT)


def test_draft_event_of_two_pods_runs_from_creation_to_round_two(
    open_at: Callable[..., Page],  # noqa: F811 - the fixture
) -> None:
    organiser = make_user("Olga Organiser")
    desk = open_at(organiser, "/events/create/", width=1366)
    desk.get_by_label("Name", exact=True).fill("Cube Night")
    desk.get_by_label("Format", exact=True).select_option("epic:cube-draft")
    desk.get_by_label("Start", exact=True).fill("2035-05-01T10:00")
    press(desk, "Create event")
    event = Event.objects.get(name="Cube Night")
    assert (event.decklists_required, event.stages.get().kind) == (True, "pods")
    events.open_event(organiser, event)

    players = [make_user(f"Player {number:02}") for number in range(1, 17)]
    for player in players:
        events.register(player, event, consent=True)
    events.check_in_all(organiser, event)
    base = f"/events/{event.slug}/"

    desk.goto(f"{base}desk/")
    press(desk, "Seat the pods")
    press(desk, "Publish the pods")
    step(desk, "Next: drafting")
    seat = PodSeat.objects.get(registration__player__user=players[0])
    mine = open_at(players[0], base)
    expect(mine.locator("#page")).to_contain_text(f"Pod {seat.pod}, seat {seat.seat}", timeout=WAIT)
    screen = open_at(None, f"{base}screen/", width=1366)
    expect(screen.locator("main tr:visible", has_text="Player 01")).to_contain_text(f"Pod {seat.pod}, seat {seat.seat}")

    press(desk, "Start drafting")
    step(desk, "Drafting is in progress")
    ask_now(mine)
    expect(mine.locator("#page .face")).to_be_visible(timeout=WAIT)
    press(desk, "+5 min")
    press(desk, "Pause")
    press(desk, "Resume")
    press(desk, "End drafting")
    desk.get_by_label("Minutes").fill("15")
    press(desk, "Start building")
    step(desk, "Building is in progress")

    ask_now(mine)
    mine.get_by_role("link", name="Submit a decklist").click(timeout=WAIT)
    mine.get_by_label("Decklist", exact=True).fill(cards())
    mine.get_by_role("button", name=re.compile("^Submit")).click()
    expect(mine.locator("#notices, main").get_by_text(re.compile("Decklist submitted: version 1"))).to_be_visible(
        timeout=WAIT
    )
    late = open_at(players[1], f"{base}deck/")
    late.get_by_label("Decklist", exact=True).fill(cards(5))
    press(desk, "End building")
    step(desk, "Next: pair")
    late.get_by_role("button", name=re.compile("^Submit")).click()
    expect(late.get_by_text("Your decklist is locked").first).to_be_visible(timeout=WAIT)
    expect(late.get_by_label("Decklist", exact=True)).to_have_value(
        re.compile("^" + re.escape(cards(5).splitlines()[0]))
    )

    desk.locator('[name="waiver_reason"]').fill("Paper lists")
    press(desk, "Pair the round anyway")
    step(desk, "Round 1 is paired but not published")
    expect(desk.locator('[name="waiver_reason"]')).to_have_count(0)
    press(desk, "Publish")
    step(desk, "Round 1 is being played")
    first = event.stages.get().round_set.get(number=1)
    places = {place.registration_id: place for place in PodSeat.objects.all()}
    for match in matches_of(first):
        one, other = (places[entry] for entry in match.seats.order_by("place").values_list("registration", flat=True))
        assert (other.pod, other.seat) == (one.pod, one.seat + 4)
        rounds.enter_result(organiser, match, Score(1, 0))

    desk.goto(f"{base}desk/")
    press(desk, "Pair the round")
    press(desk, "Publish")
    step(desk, "Round 2 is being played")
    ask_now(mine)
    mine.goto(base)
    expect(mine.locator("#page")).to_contain_text("Round 2", timeout=WAIT)
