"""Championship of 2016: drafts, Swiss rounds, top eight."""

import pytest
from django.test import Client

from epic_events.events.models import Event, Participation
from epic_events.pairings import selectors, services
from epic_events.pairings.cut.selectors import cut_placings
from epic_events.pairings.cut.services import find_next_round
from epic_events.pairings.models import PodSeat, Round, Seat
from epic_events.pairings.rounds.progress import Step, describe_remaining_rounds, get_next_step
from epic_events.pairings.standings import ranking
from tests.epic_events.pairings.play import user_of
from tests.epic_events.pairings.stages import CHAMPIONSHIP, planned, play_all, played, strength

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def step(event: Event) -> Step:
    event.refresh_from_db()
    return get_next_step(event, selectors.load_event_plan(event).latest_round)


def pages_answer(event: Event, organiser, *names: str) -> None:
    inside = Client()
    inside.force_login(organiser)
    for name in ("", "rounds/", "standings/", "pods/", "bracket/", "desk/", "log/", "stages/", *names):
        client = inside if name in ("desk/", "log/", "stages/") else Client()
        assert client.get(f"/events/{event.slug}/{name}", follow=True).status_code == 200, name
    for name in ("", "stages/", "pods/", "bracket/", "rounds/", "matches/", "standings/"):
        assert Client().get(f"/api/v1/events/{event.slug}/{name}").status_code == 200, name


def seats_of(event: Event, order: int) -> dict[int, list[str]]:
    pods: dict[int, list[str]] = {}
    for seat in PodSeat.objects.filter(podding__stage__event=event, podding__stage__order=order):
        pods.setdefault(seat.pod, []).append(seat.registration.name)
    return pods


def within_pods(round_: Round) -> bool:
    pod_of = dict(PodSeat.objects.filter(podding__stage=round_.stage).values_list("registration_id", "pod"))
    return all(len({pod_of[seat.registration_id] for seat in match.seats.all()}) == 1 for match in round_.matches.all())


def test_championship_2016_is_played_from_draft_to_champion():
    event, organiser = planned(24, *CHAMPIONSHIP)
    assert [(s.kind, s.carries, s.pod_size) for s in event.stages.all()] == [
        ("pods", False, 8), ("pods", True, 8), ("swiss", True, None), ("elimination", False, None),
    ]  # fmt: skip
    pages_answer(event, organiser)
    assert step(event) == Step.SEAT_PODS

    services.seat_pods(organiser, event, seed=16)
    assert step(event) == Step.PUBLISH_PODS
    assert "No pods have been published" in Client().get(f"/events/{event.slug}/pods/").content.decode()
    services.publish_pods(organiser, event)
    cube = seats_of(event, 1)
    assert [len(pod) for pod in cube.values()] == [8, 8, 8]
    assert step(event) == Step.PAIR
    own = Client()
    own.force_login(user_of(PodSeat.objects.get(pod=2, seat=3).registration))
    assert "Pod 2, seat 3" in own.get(f"/events/{event.slug}/").content.decode()
    rounds = played(organiser, event, 2)
    assert [round_.number for round_ in rounds] == [1, 2]
    assert all(within_pods(round_) for round_ in rounds)
    pages_answer(event, organiser)

    assert step(event) == Step.SEAT_PODS
    services.seat_pods(organiser, event, seed=17)
    dark = event.stages.get(order=2)
    assert (dark.first_round, dark.entered) == (3, 24)
    ranked = [row.player for row in ranking.standings(event.stages.get(order=1), 2)]
    first_pod = PodSeat.objects.filter(podding__stage=dark, pod=1).values_list("registration_id", flat=True)
    points = {row.player: row.match_points for row in ranking.standings(event.stages.get(order=1), 2)}
    assert min(points[player] for player in first_pod) >= max(
        points[player] for player in ranked if player not in first_pod
    )
    third, fourth = played(organiser, event, 2)  # pairing publishes the pods that wait
    assert (third.number, fourth.number) == (3, 4)
    assert within_pods(third)
    assert within_pods(fourth)
    assert Client().get(f"/events/{event.slug}/rounds/4/").status_code == 200
    pages_answer(event, organiser, "rounds/3/", "standings/3/")

    assert (step(event), find_next_round(event, selectors.load_event_plan(event).latest_round)[1]) == (Step.PAIR, 5)
    assert (
        describe_remaining_rounds(selectors.load_event_plan(event).latest_round) == "“Constructed” has not been played."
    )
    last = played(organiser, event, 3)[-1]
    assert last.number == 7
    constructed = event.stages.get(order=3)
    assert constructed.first_round == 5
    standing = ranking.standings(constructed)
    assert len(standing) == 24
    assert [len(row.lines) for row in standing] == [7] * 24
    assert sum(row.match_points for row in standing) == 7 * 12 * 3
    met = [frozenset((line.opponent, row.player)) for row in standing for line in row.lines]
    assert all(met.count(pair) == 2 for pair in set(met))  # each pair once, told from both sides: no rematch
    pages_answer(event, organiser, "rounds/7/", "standings/6/")

    assert step(event) == Step.CUT
    quarters = services.start_cut(organiser, event)
    cut = quarters.stage
    seeds = list(Participation.objects.filter(stage=cut).order_by("seed").values_list("registration_id", flat=True))
    assert seeds == [row.player for row in ranking.standings(constructed)][:8]
    seated = [[seat.registration_id for seat in match.seats.all()] for match in quarters.matches.order_by("table")]
    assert seated == [[seeds[a - 1], seeds[b - 1]] for a, b in ((1, 8), (4, 5), (3, 6), (2, 7))]
    play_all(organiser, quarters, best_of=5)
    pages_answer(event, organiser, "rounds/cut/1/")
    played_to_the_end(event, organiser)
    placed = cut_placings(cut)
    assert [row.rank for row, _entry in placed] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert strength(placed[0][1]) == min(strength(entry) for _row, entry in placed)
    bracket = Client().get(f"/api/v1/events/{event.slug}/bracket/").json()[0]
    assert [row["rank"] for row in bracket["placings"]] == [1, 2, 3, 3, 5, 5, 5, 5]
    assert len(bracket["ties"]) == 7
    assert Seat.objects.filter(round__stage=cut).count() == 14
    pages_answer(event, organiser)


def played_to_the_end(event: Event, organiser) -> None:
    for _ in range(2):
        play_all(organiser, services.pair_round(organiser, event), best_of=5)
    assert step(event) == Step.FINISH
    services.finish_event(organiser, event)
    assert step(event) == Step.NOTHING
