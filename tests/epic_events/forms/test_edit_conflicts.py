"""Edit conflicts: a form saved from an outdated tab."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.forms import BaseForm
from django.test import Client
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.decks.models import DeckVersion
from epic_events.disputes.models import Dispute
from epic_events.events.models import Event, Registration, Stage
from epic_events.events.services.interpretations import chosen_options
from epic_events.events.views.setup import InterpretationsForm
from epic_events.judging.rulings.models import Ruling
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings.forms import TieBreakForm
from rules.games import GAMES
from tests.epic_events.permissions.requests import PLAN
from tests.epic_events.world import World, make_world

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

DECK = "1 {} Goblin"
Fields = dict[str, Any]


def words(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", html))


def organiser_of(world: World) -> Client:
    client, organiser = Client(), world.people["organiser"]
    assert organiser is not None
    client.force_login(organiser)
    return client


def version_token_in(html: str) -> str:
    found = re.search(r'name="expected_version" value="([^"]*)"', html)
    assert found
    return found[1]


def decision(world: World) -> tuple[str, str, Callable[[str], Fields], Callable[[], object]]:
    dispute = world.unpublished
    page, address = dispute.get_absolute_url(), reverse("disputes:decide", args=[dispute.slug])
    return page, address, lambda text: {"text": text}, lambda: written(dispute)


def written(dispute: Dispute) -> str:
    decision = Dispute.objects.get(pk=dispute.pk).decision
    return decision.text if decision else ""


def ruling(world: World) -> tuple[str, str, Callable[[str], Fields], Callable[[], object]]:
    page = reverse("rulings:edit", args=[world.ruling.slug])
    fields = {"title": "Title", "question": "Question?", "status": world.ruling.status, "reason": "clearer"}
    return page, page, lambda text: {**fields, "answer": text}, lambda: Ruling.objects.get(pk=world.ruling.pk).answer


def event(world: World) -> tuple[str, str, Callable[[str], Fields], Callable[[], object]]:
    page = reverse("events:edit", args=[world.hidden.slug])
    return (
        page,
        page,
        lambda text: {**PLAN, "description": text},
        lambda: Event.objects.get(pk=world.hidden.pk).description,
    )


def entry(world: World) -> tuple[str, str, Callable[[str], Fields], Callable[[], object]]:
    page = reverse("events:player", args=[world.playing.slug, world.mine.pk])
    fields = {"fixed_table": "", "awarded_byes": str(world.mine.awarded_byes)}
    return page, page, lambda text: {**fields, "name": text}, lambda: Registration.objects.get(pk=world.mine.pk).name


def stages(world: World) -> tuple[str, str, Callable[[str], Fields], Callable[[], object]]:
    page, stage = reverse("events:stages", args=[world.hidden.slug]), world.hidden.stages.get()
    fields = {"count": "1", "stage-1-id": str(stage.pk), "stage-1-kind": "swiss", "stage-1-best_of": "1"}
    return (
        page,
        page,
        lambda text: {**fields, "stage-1-minutes": "40", "stage-1-name": text},
        lambda: world.hidden.stages.get().name,
    )


def deck(world: World) -> tuple[str, str, Callable[[str], Fields], Callable[[], object]]:
    page = reverse("decks:edit_for", args=[world.playing.slug, world.mine.pk])
    latest = DeckVersion.objects.filter(registration=world.mine).order_by("-number")
    return page, page, lambda text: {"text": f"1 {text}"}, lambda: latest[0].text.removeprefix("1 ").strip()


@pytest.mark.parametrize("what", [decision, ruling, event, deck, entry, stages])
def test_save_from_an_outdated_tab_is_an_edit_conflict(what):
    world = make_world()
    client = organiser_of(world)
    page, address, fields, stored = what(world)
    tokens = [version_token_in(client.get(page).content.decode()) for _tab in range(2)]
    assert tokens[0] == tokens[1]

    assert client.post(address, {**fields("First words"), "expected_version": tokens[0]}).status_code == 302
    assert stored() == "First words"
    logged = Entry.objects.count()

    refused = client.post(address, {**fields("Second <words>"), "expected_version": tokens[1]})
    html = refused.content.decode()
    assert refused.status_code == 400
    assert "Someone else has saved changes since you opened this page." in words(html)
    assert "First words" in html
    assert "Second &lt;words&gt;" in html
    assert (stored(), Entry.objects.count()) == ("First words", logged)

    again = client.post(address, {**fields("Second <words>"), "expected_version": version_token_in(html)})
    assert again.status_code == 302
    assert stored() == "Second <words>"


@pytest.mark.parametrize("what", [decision, event, deck])
def test_save_of_equal_content_from_an_outdated_tab_succeeds(what):
    world = make_world()
    client = organiser_of(world)
    page, address, fields, stored = what(world)
    version_token = version_token_in(client.get(page).content.decode())
    for _tab in range(2):
        assert client.post(address, {**fields("The same"), "expected_version": version_token}).status_code == 302
    assert stored() == "The same"


@pytest.mark.parametrize("what", [decision, ruling, event, deck])
def test_invalid_form_keeps_its_expected_version(what):
    """A validation error must not mark the changes of another user as read."""
    world = make_world()
    client = organiser_of(world)
    page, address, fields, _stored = what(world)
    version_token = version_token_in(client.get(page).content.decode())
    client.post(address, {**fields("First words"), "expected_version": version_token})
    refused = client.post(address, {**dict.fromkeys(fields(""), ""), "expected_version": version_token})
    html = refused.content.decode()
    assert refused.status_code == 400
    assert (version_token_in(html) != version_token) == ("Someone else has saved changes" in html)


def filled_in(form: BaseForm) -> Fields:
    """Return the data a browser sends for an unchanged form."""
    values = {name: form[name].value() for name in form.fields}
    return {name: str(value) for name, value in values.items() if value is not False and value not in (None, "")}


Choice = tuple[str, str, Fields, Fields, Callable[[], object], tuple[object, object], str]


def tie_breaks(world: World) -> Choice:
    stage = world.hidden.stages.get()
    page = reverse("pairings:tie_breaks", args=[world.hidden.slug, stage.order])
    fields = {**filled_in(TieBreakForm(ranking.settings_of(stage))), "do": "save"}
    first, second = {**fields, "win": "4"}, {**fields, "win": "5"}
    return page, page, first, second, lambda: Stage.objects.get(pk=stage.pk).win_points, (4, 5), "4, 1, 0, 3"


def table_rules(world: World) -> Choice:
    stage = world.hidden.stages.get()
    page = reverse("pairings:table_rules", args=[world.hidden.slug])
    fields = {"stage": str(stage.order), "play_first": stage.play_first}
    ways = [way for way in Stage.PlayFirst if way != stage.play_first]
    first, second = ({**fields, "play_first": way.value} for way in ways[:2])
    stored = (ways[0].value, ways[1].value)
    return page, page, first, second, lambda: Stage.objects.get(pk=stage.pk).play_first, stored, str(ways[0].label)


def readings(world: World) -> Choice:
    page = reverse("events:interpretations", args=[world.hidden.slug])
    fields = filled_in(InterpretationsForm(world.hidden))
    name, entry = next(
        (name, entry) for name, entry in GAMES[world.hidden.game].interpretations.items() if entry.is_selectable
    )
    preset = entry.default_option(world.hidden.rules_version)
    other = next(index for index in range(len(entry.options)) if index != preset)
    first, second = {**fields, name: str(other)}, {**fields, "printing-0": "1"}

    def stored() -> object:
        event = Event.objects.get(pk=world.hidden.pk)
        return chosen_options(event).get(name, preset), bool(event.printings)

    address = reverse("events:choose_interpretations", args=[world.hidden.slug])
    return page, address, first, second, stored, ((other, False), (preset, True)), entry.options[other]


@pytest.mark.parametrize("what", [tie_breaks, table_rules, readings])
def test_choice_from_an_outdated_tab_is_an_edit_conflict(what):
    world = make_world()
    client = organiser_of(world)
    page, address, first, second, stored, expected, output = what(world)
    tokens = [version_token_in(client.get(page).content.decode()) for _tab in range(2)]
    for _again in range(2):  # choosing the same as someone else is no conflict
        assert client.post(address, {**first, "expected_version": tokens[0]}).status_code == 302
    assert stored() == expected[0]
    logged = Entry.objects.count()

    refused = client.post(address, {**second, "expected_version": tokens[1]})
    html = refused.content.decode()
    assert refused.status_code == 400
    assert "Someone else has saved changes since you opened this page." in words(html)
    assert output in words(html.partition("Currently saved")[2].partition("</section>")[0])
    assert (stored(), Entry.objects.count()) == (expected[0], logged)

    assert client.post(address, {**second, "expected_version": version_token_in(html)}).status_code == 302
    assert stored() == expected[1]
