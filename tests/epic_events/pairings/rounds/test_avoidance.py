"""Avoidances, and explanations of pairings."""

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.events import services as events
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.pairings import services
from epic_events.pairings.methods.swiss import Float
from epic_events.pairings.models import Avoidance, Match, Round
from epic_events.pairings.rounds import inputs
from epic_events.pairings.rounds.explanations import explain_match
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user
from tests.epic_events.pairings.play import matches_of, played_round, published_round, running_event, swiss

pytestmark = pytest.mark.django_db

SECRET = "narwhal"


def entries(event: Event) -> list[Registration]:
    return list(event.registrations.order_by("pk"))


def meetings(round_: Round) -> set[frozenset[int]]:
    return {frozenset(seat.registration_id for seat in match.seats.all()) for match in round_.matches.all()}


def test_avoided_players_are_not_paired_and_round_stores_avoidances():
    event, organiser = running_event(4)
    one, two, three, _four = entries(event)
    services.add_avoidance(organiser, event, two, one, strength="hard", reason="siblings")
    services.add_avoidance(organiser, event, one, three, strength="soft", reason="a team")
    for seed in range(6):
        round_ = services.pair_round(organiser, event, seed=seed)
        assert not meetings(round_) & {frozenset((one.pk, two.pk)), frozenset((one.pk, three.pk))}
        assert round_.explanation["forbidden"] == [[one.pk, two.pk]]
        assert round_.explanation["avoided"] == [[one.pk, three.pk]]
        services.discard_round(organiser, round_)


def test_unavoidable_pairing_is_explained_to_staff_only():
    event, organiser = running_event(2)
    one, two = entries(event)
    services.add_avoidance(organiser, event, one, two, strength="hard", reason=SECRET)
    match = matches_of(published_round(event, organiser))[0]
    staff, public = explain_match(match, staff=True), explain_match(match, staff=False)
    assert staff.sentences[1:] == [
        (
            "These players are set to “do not pair”, but every possible pairing of the round pairs at least as many"
            " such players."
        )
    ]
    assert public.sentences == staff.sentences[:1]
    assert public.verdict == staff.verdict == "No other pairing of the round was possible."


def test_alternative_that_reveals_avoidance_is_hidden_from_players():
    event, organiser = running_event(4)
    one, two, three, four = entries(event)
    for first, second in ((one, two), (three, four), (one, three), (two, four)):
        services.add_avoidance(organiser, event, first, second, strength="hard", reason=SECRET)
    match = matches_of(published_round(event, organiser))[0]
    staff, public = explain_match(match, staff=True), explain_match(match, staff=False)
    assert "2 more pairs set to “do not pair”" in staff.verdict
    assert len(staff.alternative) == 2
    assert (public.alternative, public.verdict) == (
        [],
        ("Every other pairing is worse by the pairing criteria of the round."),
    )


def page(user: object, match: Match) -> str:
    client = Client()
    if user is not None:
        client.force_login(user)  # type: ignore[arg-type]
    answer = client.get(reverse("pairings:why", args=[match.round.stage.event.slug, match.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_explanation_page_shows_facts_and_random_choice():
    event, organiser = running_event(6)
    match = matches_of(published_round(event, organiser, seed=77))[0]
    text = page(None, match)
    name = match.seats.get(place=1).registration.name
    assert f"{name} had 0 match points, like 5 other players, 5 of them new opponents." in text
    assert "The random seed 77 decided." in text


def test_explanation_of_pair_down_shows_cost():
    event, organiser = running_event(6, stage={"rounds": 3})
    played_round(event, organiser)
    round_ = published_round(event, organiser)
    (uneven,) = [match for match in matches_of(round_) if len(set(match.explanation["points"])) == 2]
    output = explain_match(uneven, staff=False)
    assert output.facts[2] == ("3 players had 3 points or more: an odd number, so one of them had to be paired down.")
    assert output.verdict.startswith("It would have ")
    (even, *_) = [match for match in matches_of(round_) if match.explanation["points"] == [3, 3]]
    assert explain_match(even, staff=False).verdict.startswith("It would have ")


def test_explanation_of_bye_shows_facts():
    event, organiser = running_event(5, stage={"rounds": 3})
    played_round(event, organiser)
    bye = published_round(event, organiser).matches.get(table=None)
    output = explain_match(bye, staff=False)
    assert "5 players are an odd number. 4 of them had not had a bye." in output.facts
    assert output.verdict


def test_explanation_of_other_stages_has_reasons_only():
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    played_round(event, organiser)
    services.start_cut(organiser, event)
    final = Match.objects.get(round__stage__kind="elimination")
    output = explain_match(final, staff=True)
    assert output.sentences == ["Seed 1 against seed 2, as the bracket determines."]
    assert (output.facts, output.alternative, output.verdict) == ([], [], "")


def test_explanation_of_awarded_bye_has_reason_only():
    event, organiser = running_event(4)
    Registration.objects.filter(pk=entries(event)[0].pk).update(awarded_byes=1)
    bye = published_round(event, organiser).matches.get(seats__registration=entries(event)[0])
    output = explain_match(bye, staff=False)
    assert (output.sentences, output.verdict) == (["This bye was awarded before the event started."], "")


def test_load_floats_uses_points_at_pairing():
    event, organiser = running_event(6, stage={"rounds": 4})
    played_round(event, organiser)
    assert inputs.load_floats(swiss(event), 2) == []
    round_ = played_round(event, organiser)
    uneven = [match for match in matches_of(round_) if len(set(match.explanation["points"])) == 2]
    seats = [(s.registration_id, s.place) for match in uneven for s in match.seats.order_by("place")]
    assert inputs.load_floats(swiss(event), 3) == [(pk, Float.DOWN if place == 1 else Float.UP) for pk, place in seats]
    assert len(seats) == 2
    assert inputs.load_floats(swiss(event), 2) == []


def test_avoidance_is_audited_without_names_and_can_be_removed():
    event, organiser = running_event(4)
    one, two, *_ = entries(event)
    made = services.add_avoidance(organiser, event, two, one, strength="soft", reason=" a team ")
    assert (made.first, made.second, made.reason, made.by) == (one, two, "a team", organiser)
    key = made.pk
    services.remove_avoidance(organiser, made)
    lines = Entry.objects.filter(subject_type="pairings.avoidance", subject_id=key).order_by("pk")
    assert [(line.verb, line.reason, line.data) for line in lines] == [
        ("avoidance.added", "a team", {"players": [one.pk, two.pk], "strength": "soft"}),
        ("avoidance.removed", "", {"players": [one.pk, two.pk], "strength": "soft"}),
    ]
    with pytest.raises(StateError, match="can already be paired"):
        services.remove_avoidance(organiser, Avoidance(pk=key, event=event, first=one, second=two))


def test_add_avoidance_with_errors_raises_reason():
    event, organiser = running_event(3)
    one, two, _three = entries(event)
    stranger = make_registration(make_event(slug="elsewhere"))
    services.add_avoidance(None, event, one, two, strength="hard", reason="x")
    for error, words, first, second, strength, reason in (
        (StateError, "already", two, one, "hard", "x"),
        (UserError, "two different", one, one, "hard", "x"),
        (UserError, "Both players", one, stranger, "hard", "x"),
        (UserError, "strength", one, two, "very", "x"),
        (UserError, "Enter a reason", one, two, "hard", "  "),
    ):
        with pytest.raises(error, match=words):
            services.add_avoidance(organiser, event, first, second, strength=strength, reason=reason)
    judge = make_staff(event, StaffRole.Role.JUDGE)
    with pytest.raises(NotAllowedError):
        services.add_avoidance(judge, event, one, _three, strength="hard", reason="x")
    events.cancel_event(organiser, event, reason="rain")
    with pytest.raises(StateError, match="over"):
        services.add_avoidance(organiser, event, one, _three, strength="hard", reason="x")


def desk(user: object, event: Event) -> tuple[Client, str]:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return client, reverse("pairings:apart", args=[event.slug])


def test_avoidance_page_adds_lists_and_removes():
    event, organiser = running_event(4)
    one, two, *_ = entries(event)
    client, address = desk(organiser, event)
    body = {"first": one.name.upper(), "second": str(two.pk), "strength": "hard", "reason": "siblings"}
    assert client.post(address, body, follow=True).status_code == 200
    made = event.avoidances.get()
    assert "siblings" in client.get(address).content.decode()
    client.post(reverse("pairings:let_meet", args=[event.slug, made.pk]))
    assert not event.avoidances.exists()


def test_avoidance_page_rejects_unknown_and_ambiguous_names():
    event, organiser = running_event(4)
    one, two, *_ = entries(event)
    Registration.objects.filter(pk=two.pk).update(name=one.name)
    client, address = desk(organiser, event)
    answer = client.post(address, {"first": "Nobody", "second": one.name, "strength": "soft", "reason": "x"})
    assert answer.status_code == 400
    assert "No player in this event has this name." in answer.content.decode()
    assert "Several players have this name" in answer.content.decode()


def test_avoidance_list_query_count_is_constant():
    event, organiser = running_event(12)
    players = entries(event)
    client, address = desk(organiser, event)
    asked = []
    for first, second in zip(players[::2], players[1::2], strict=True):
        services.add_avoidance(organiser, event, first, second, strength="soft", reason="x")
        asked.append(queries_of(lambda: client.get(address)))
    assert asked[1] == asked[-1]


def test_unproven_round_explanation_makes_no_claim():
    event, organiser = running_event(2, stage={"rounds": 2})
    played_round(event, organiser)
    match = matches_of(published_round(event, organiser))[0]
    assert "every possible pairing of this round has at least as many rematches" in " ".join(
        explain_match(match, staff=False).sentences
    )
    match.explanation = {**match.explanation, "proven": 2}
    assert explain_match(match, staff=False).sentences[1:] == [
        "This is their second meeting; no pairing of the round with fewer rematches was found."
    ]


def test_avoidances_are_hidden_from_staff_of_other_events():
    event, organiser = running_event(2)
    match = matches_of(services.pair_round(organiser, event))[0]
    client = Client()
    client.force_login(make_user("Nosy"))
    assert client.get(reverse("pairings:why", args=[event.slug, match.pk])).status_code == 404
