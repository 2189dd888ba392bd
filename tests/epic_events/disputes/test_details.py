"""Details of the dispute editor and verdict page."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.disputes import services
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.disputes.templatetags.desk import with_code
from epic_events.judging.decisions.validation import DecisionContent
from tests.epic_events.disputes.editor.test_page import tap
from tests.epic_events.disputes.editor.test_submitting import send
from tests.epic_events.disputes.records import HEAD, ILLEGAL, LEGAL, judge
from tests.epic_events.disputes.test_missing_passes import TOO_EARLY
from tests.epic_events.disputes.test_pages import replayed, signed_in
from tests.epic_events.factories import make_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LATER_ILLEGAL = LEGAL.replace("3. Ben: pass\n", "3. Ben: attack with Palace Guard\n")


def test_state_of_finished_replay_includes_guide_rules_and_ruling_link() -> None:
    event = make_event()
    actor = judge(event)
    dispute = services.open_dispute(actor, title="May it attack?", record=ILLEGAL, event=event)
    desk = signed_in(actor)
    before = desk.get(dispute.get_absolute_url()).content.decode()
    assert "How far to rewind" not in before
    worker.run(dispute.pk)
    state = desk.get(reverse("disputes:state", args=[dispute.slug])).content.decode()
    for slot in ("guide-slot", "suggested-slot", "desk-actions"):
        assert f'id="{slot}"' in before
        assert re.search(rf'id="{slot}"[^>]*hx-swap-oob="true"', state)
    assert "How far to rewind" in state
    assert 'name="suggested" value="5.17.1"' in state
    assert "Create a ruling" in state
    page = desk.get(dispute.get_absolute_url()).content.decode()
    assert "hx-swap-oob" not in page
    assert page.count('name="suggested"') == 1


def test_state_omits_judge_tools_for_non_judges(client: Client) -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, ILLEGAL)
    deciding.decide(actor, dispute, DecisionContent("It may not."))
    deciding.publish(actor, dispute)
    state = client.get(reverse("disputes:state", args=[dispute.slug])).content.decode()
    assert "verdict-word" in state
    assert 'hx-swap-oob="true"' not in state


def test_page_with_unpublished_decision_leads_with_it_for_judges() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, ILLEGAL)
    deciding.decide(actor, dispute, DecisionContent("Kong stays at home.", citations=("5.17.1",)))
    page = signed_in(actor).get(dispute.get_absolute_url()).content.decode()
    main = page.partition("<main")[2]
    assert main.index("Kong stays at home.") < main.index("verdict-word")
    assert "Not published yet" in main[: main.index("verdict-word")]


def test_verdict_names_the_illegal_play_by_player_and_number() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, LATER_ILLEGAL)
    desk = signed_in(actor)
    verdict = desk.get(dispute.get_absolute_url()).content.decode().partition('id="viewer"')[0]
    assert not re.search(r"\bLine \d", verdict)
    assert re.search(r"Play 3:\s*<b><bdi>Ben</bdi></b>: attack with Palace Guard", verdict)


def test_suggested_title_follows_disputed_play() -> None:
    desk = signed_in(judge())
    assert send(desk, title="Ben: block with Palace Guard", suggested="Ben: block with Palace Guard",
                disputed_play="play 1").status_code == 302  # fmt: skip
    assert Dispute.objects.get().title == "Anna: attack with Triceratops"


def test_typed_title_is_independent_of_disputed_play() -> None:
    assert send(signed_in(judge()), suggested="Ben: block", disputed_play="play 1").status_code == 302
    assert Dispute.objects.get().title == "Was it?"


def test_missing_title_is_reported() -> None:
    refused = send(signed_in(judge()), HEAD, title="")
    assert refused.context["field_errors"] == [("id_title", "Enter what is in question.")]


def test_missing_passes_message_has_no_line_numbers() -> None:
    part = tap(signed_in(judge()), TOO_EARLY, "take")
    output = part.partition('id="id_typed_play"')[0]
    assert "This play is illegal only because passes are missing before it: Anna: pass; Ben: pass." in output
    assert not re.search(r"\bLine \d", output)


def test_verdict_missing_passes_message_has_number_of_play() -> None:
    event = make_event()
    actor = judge(event)
    page = signed_in(actor).get(replayed(actor, event, TOO_EARLY).get_absolute_url()).content.decode()
    verdict = page.partition('id="viewer"')[0]
    assert "Play 1 is illegal only because passes are missing before it: Anna: pass; Ben: pass." in verdict


def test_illegal_second_sentence_keeps_player_of_line() -> None:
    record = f"{HEAD}Anna champion: Triceratops\n\nPlays\n1. Anna: attack with Triceratops. Ben: attack with Kong\n"
    part = tap(signed_in(judge()), record, "take")
    shown = part.partition('id="play-0"')[2]
    assert re.search(r'<span class="who">Anna</span>: attack with Triceratops. Ben: attack with Kong', shown)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Be:n", "A name cannot contain : # { } [ ] ( )."),
        ("Anna", "Both players are called Anna. Give them different names."),
        ("Chance", "“Chance” is reserved for random outcomes. Choose another name."),
    ],
)
def test_invalid_player_name_message_says_what_to_change(name: str, message: str) -> None:
    refused = send(signed_in(judge()), **{"name:1": name, "was:name:1": "Ben"})
    assert refused.context["field_errors"] == [("name-1", message)]


def test_unparsed_play_message_marks_examples_without_repetition() -> None:
    part = tap(signed_in(judge()), HEAD, "take|typed_play", typed_play="frobnicate everything")
    message = part.partition('id="said-wrong"')[2].partition("</div>")[0]
    assert "<code>attack with Kong</code>" in message
    assert "`" not in message
    assert message.count("frobnicate everything") == 1


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("write `pass`", "write <code>pass</code>"),
        ("<b>`a`</b>", "&lt;b&gt;<code>a</code>&lt;/b&gt;"),
        ("one ` alone", "one ` alone"),
    ],
)
def test_with_code_marks_quoted_examples_and_escapes_the_rest(text: str, shown: str) -> None:
    assert with_code(text) == shown
