"""Reasons of pairs in text, for current and earlier rounds."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from epic_events.pairings import services
from epic_events.pairings.methods.swiss import LEVELS
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.reasons import BY_STANDING, CIRCLE, pairing_priorities, sentences, short_reasons
from epic_events.pairings.rounds.explanations import explain_match
from tests.epic_events.pairings.play import matches_of, played_round, published_round, running_event


def reason_sentence(kind: str, amount: int, proven: int | None = None) -> str:
    explanation = {"reasons": [{"kind": kind, "amount": amount}], "points": [6, 3]}
    (sentence,) = sentences(explanation if proven is None else {**explanation, "proven": proven})
    return sentence


def short_reason_labels(*reasons: tuple[str, int]) -> list[str]:
    return short_reasons({"reasons": [{"kind": kind, "amount": amount} for kind, amount in reasons]})


@pytest.mark.parametrize(
    ("earlier", "words"),
    [
        (1, "second meeting"),
        (2, "third meeting"),
        (3, "fourth meeting"),
        (9, "tenth meeting"),
        (10, "meeting number 11"),
    ],
)
def test_reason_of_rematch_counts_meetings(earlier: int, words: str):
    every = "every possible pairing of this round has at least as many rematches."
    assert reason_sentence("rematch", earlier) == f"This is their {words}; {every}"
    found = "no pairing of the round with fewer rematches was found."
    assert reason_sentence("rematch", earlier, proven=2) == f"This is their {words}; {found}"
    assert reason_sentence("manual_rematch", earlier) == f"This is their {words}."


def test_round_list_marks_repeats():
    assert short_reason_labels(("rematch", 1)) == ["unavoidable rematch"]
    assert short_reason_labels(("same_points", 0), ("rematch", 2)) == ["third meeting"]
    assert short_reason_labels(("manual_rematch", 1)) == ["rematch"]
    assert short_reason_labels(("manual_rematch", 3)) == ["fourth meeting"]
    assert short_reason_labels(("pair_down", 3), ("repeated_pair_down", 1)) == ["3 points apart", "paired down again"]
    assert short_reason_labels(("pair_down", 3), ("repeated_pair_up", 2)) == ["3 points apart", "paired up again"]


def test_reason_of_repeated_float_names_player_and_direction():
    down, up = "The player with more points has been paired down", "The player with fewer points has been paired up"
    best = "no pairing of the round that is equally good in all more important rules repeats fewer"
    assert (
        reason_sentence("repeated_pair_down", 1) == f"{down} once before and is paired down again: {best} pair-downs."
    )
    assert reason_sentence("repeated_pair_up", 2) == f"{up} 2 times before and is paired up again: {best} pair-ups."
    found = "no pairing of the round with fewer repetitions was found."
    assert (
        reason_sentence("repeated_pair_down", 2, proven=4) == f"{down} 2 times before and is paired down again: {found}"
    )
    assert reason_sentence("repeated_pair_up", 1, proven=5) == f"{up} once before and is paired up again: {found}"
    assert reason_sentence("repeated_pair_down", 1, proven=5).endswith("repeats fewer pair-downs.")


def test_reason_of_float_without_direction_is_readable():
    assert short_reason_labels(("pair_down", 3), ("repeated_float", 1)) == ["3 points apart", "paired down or up again"]
    assert reason_sentence("repeated_float", 1) == (
        "One of them has already been paired down or up. Avoiding a second time would have broken a more important "
        "rule."
    )


def test_pairing_criteria_are_shown_for_every_method():
    now = pairing_priorities({"method": "whole_field", "cost": dict.fromkeys(LEVELS, 0)})
    parts = ["second byes", "a third meeting weighs as much", "differences", "pair-downs", "pair-ups", "“avoid”"]
    assert sorted(parts, key=now.index) == parts
    earlier = {"method": "whole_field", "cost": dict.fromkeys((*LEVELS[:2], "rematches", "repeated_floats"), 0)}
    assert "fewest rematches, the smallest differences" in pairing_priorities(earlier)
    assert "smallest differences in rank" in pairing_priorities({"method": BY_STANDING})
    assert "every player meets every other player" in pairing_priorities({"method": CIRCLE})
    assert pairing_priorities({"method": "pods"}) == now
    assert "bracket determines" in pairing_priorities({"method": "seeds"})
    assert pairing_priorities({}) == "The pairings of this round were entered, not computed."


def before_the_order_changed(round_: Round) -> None:
    """Store a round as if it had been paired when all rematches weighed the same."""
    forbidden, byes, _, gaps, *_, avoided = round_.explanation["cost"].values()
    rematches = round_.explanation.pop("rematches")
    names = ("forbidden", "second_byes", "rematches", "squared_gaps", "repeated_floats", "avoided")
    round_.explanation["cost"] = dict(zip(names, (forbidden, byes, rematches, gaps, 0, avoided), strict=True))
    round_.explanation["bound"], round_.explanation["proven"] = round_.explanation["cost"], 6
    round_.save()


@pytest.mark.django_db
def test_third_meeting_and_older_criteria_are_shown():
    event, organiser = running_event(4, stage={"rounds": 9})
    for seed in range(6):
        played_round(event, organiser, seed)
    round_ = published_round(event, organiser)
    match = matches_of(round_)[0]
    assert (
        explain_match(match, staff=False)
        .sentences[-1]
        .startswith("This is their third meeting; every possible pairing")
    )
    address = reverse("pairings:round", args=[event.slug, round_.number])
    page = Client().get(address).content.decode()
    assert "third meeting" in page
    assert "a third meeting weighs as much as four second ones" in page
    assert "Sum of the squared numbers of earlier meetings</dt><dd>8</dd>" in page.replace("\n", "").replace("  ", "")
    before_the_order_changed(round_)
    cache.clear()  # that was written past every service
    page = Client().get(address).content.decode()
    assert "the fewest rematches, the smallest differences" in page
    assert "<dt>Rematches</dt><dd>2</dd>" in page.replace("\n", "").replace("  ", "")
    assert "proven to be optimal" in page
    # Whom they would have met otherwise is reported, but not that chance decided or that it was changed by hand.
    output = explain_match(Match.objects.select_related("round__stage").get(pk=match.pk), staff=False)
    assert output.alternative
    assert output.verdict.startswith(
        "This round was paired with an earlier priority order of the pairing criteria. With the current order:"
    )


def seated_as(round_: Round, like: Round) -> None:
    """Seat the players of a round as in another one."""
    round_.seats.all().delete()
    for match, other in zip(matches_of(round_), matches_of(like), strict=True):
        for seat in other.seats.all():
            Seat.objects.create(match=match, round=round_, registration=seat.registration, place=seat.place)
        match.explanation["points"] = [9, 9]
        match.save()


@pytest.mark.django_db
def test_older_round_with_better_alternative_is_explained():
    event, organiser = running_event(4, stage={"rounds": 9})
    for seed in range(7):
        before = played_round(event, organiser, seed)
    round_ = services.pair_round(organiser, event, seed=1)
    seated_as(round_, before)
    assert "made or changed by hand" in explain_match(matches_of(round_)[0], staff=True).verdict
    before_the_order_changed(round_)
    assert explain_match(matches_of(round_)[0], staff=True).verdict == (
        "This round was paired with an earlier priority order of the pairing criteria. With the current order:"
        " It would have been better."
    )
