"""Table rules of a stage: first player, health."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.events.models import Event, StaffRole, Stage
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.pairings import services
from tests.epic_events.factories import make_staff
from tests.epic_events.pairings.play import cut, matches_of, played_round, published_round, running_event, swiss

pytestmark = pytest.mark.django_db


def table_page(event: Event, user: object, pk: int) -> str:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return re.sub(r"\s+", " ", client.get(reverse("pairings:match", args=[event.slug, pk])).content.decode())


def test_organiser_changes_table_rules_per_stage():
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    client = Client()
    client.force_login(organiser)
    address = reverse("pairings:table_rules", args=[event.slug])
    sent = {"stage": "2", "play_first": "seed", "records_health": "on"}
    assert client.post(address, sent).status_code == 302
    assert [(stage.play_first, stage.records_health) for stage in event.stages.all()] == [
        ("random", False),
        ("seed", True),
    ]
    assert Entry.objects.filter(verb="stage.table_rules_changed").count() == 1
    client.post(address, sent)
    assert Entry.objects.filter(verb="stage.table_rules_changed").count() == 1
    for hostile, status in (({"stage": "9"}, 404), ({"stage": "x"}, 404), ({"stage": "1", "play_first": "coin"}, 400)):
        assert client.post(address, {"play_first": "seed", **hostile}).status_code == status


def test_change_table_rules_by_others_or_after_event_fails():
    event, organiser = running_event(2, stage={"rounds": 1})
    stage = swiss(event)
    with pytest.raises(NotAllowedError):
        services.change_table_rules(
            make_staff(event, StaffRole.Role.HEAD_JUDGE), stage, play_first="seed", records_health=False
        )
    with pytest.raises(UserError, match="valid option"):
        services.change_table_rules(organiser, stage, play_first="coin", records_health=False)
    Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
    with pytest.raises(StateError, match="is over"):
        services.change_table_rules(organiser, stage, play_first="seed", records_health=False)


def test_higher_seed_chooses_first_player_in_cut():
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    Stage.objects.filter(pk=cut(event).pk).update(best_of=3)
    services.change_table_rules(organiser, cut(event), play_first="seed", records_health=True)
    played_round(event, organiser)
    final = matches_of(services.publish_round(organiser, services.start_cut(organiser, event)))[0]
    seeds = final.explanation["seeds"]
    better = final.seats.get(place=1 if seeds[0] < seeds[1] else 2).registration
    html = table_page(event, better.player.user, final.pk)
    assert "You choose who plays first" in html
    assert "the higher seed." in html
    assert "My final health" in html
    services.change_table_rules(organiser, cut(event), play_first="seed_decides", records_health=False)
    html = table_page(event, better.player.user, final.pk)
    assert f"In game 3, {better.name} chooses as the higher seed" in html
    assert "My final health" not in html


def test_random_first_player_choice_is_equal_for_both_players():
    event, organiser = running_event(2)
    match = matches_of(published_round(event, organiser))[0]
    pages = [table_page(event, seat.registration.player.user, match.pk) for seat in match.seats.all()]
    assert sum("You choose who plays first" in html for html in pages) == 1
    chooser = {re.search(r"In the first game, (.+?) chooses: chosen at random", html)[1] for html in pages}  # type: ignore[index]
    assert len(chooser) == 1
