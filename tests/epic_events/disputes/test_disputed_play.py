"""The disputed play: chosen when a dispute is opened, answered by the verdict."""

from typing import Any

import pytest
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.disputes import services
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.events.models import Event
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.decisions.validation import DecisionContent
from tests.epic_events.disputes.records import AFTER_BLOCKS, HEAD, LEGAL, UNSURE, judge
from tests.epic_events.disputes.test_pages import signed_in
from tests.epic_events.factories import make_event, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

BLOCK = "Ben's Palace Guard may block: it is prepared."
ATTACK = "Anna's Triceratops may attack: it is prepared and not deploying."
LATER = LEGAL + "5. Anna: play Kong\n"
"""The fifth play, on line 20, is not legal."""


def disputed_play(doubt: str, record: str = LEGAL, event: Event | None = None) -> Dispute:
    dispute = services.open_dispute(judge(event), title="Legal?", record=record, event=event, disputed_play=doubt)
    worker.run(dispute.pk)
    dispute.refresh_from_db()
    return dispute


def page_of(dispute: Dispute) -> Any:
    """Return the page as the user sees it that opened the dispute."""
    assert dispute.opened_by is not None
    return signed_in(dispute.opened_by).get(dispute.get_absolute_url())


def page_context(dispute: Dispute) -> Any:
    return page_of(dispute).context


@pytest.mark.parametrize(
    ("doubt", "line", "sentence", "rule", "step"),
    [
        ("", None, BLOCK, "4.4.6[1]", 4),
        ("line 16", 16, ATTACK, "4.4.1", 1),
        ("16", 16, ATTACK, "4.4.1", 1),
        ("play 1", 16, ATTACK, "4.4.1", 1),
        ("1", 16, ATTACK, "4.4.1", 1),
        ("Attack with Triceratops.", 16, ATTACK, "4.4.1", 1),
        ("Ben: block with Palace Guard", 19, BLOCK, "4.4.6[1]", 4),
        ("Ben block with Palace Guard", 19, BLOCK, "4.4.6[1]", 4),
        ("4. Ben: block with Palace Guard", 19, BLOCK, "4.4.6[1]", 4),
    ],
)
def test_verdict_answers_the_disputed_play(doubt: str, line: int | None, sentence: str, rule: str, step: int) -> None:
    dispute = disputed_play(doubt)
    page = page_context(dispute)
    assert (dispute.disputed_line, dispute.verdict) == (line, "legal")
    assert (page["sentence"], page["rule"], page["current"]) == (sentence, rule, step)
    text = page_of(dispute).content.decode()
    assert "decisions, all legal" not in text
    assert "The last line" not in text


def test_disputed_play_before_illegal_play_is_legal_and_illegal_one_is_named() -> None:
    dispute = disputed_play("line 19", LATER)
    page = page_context(dispute)
    assert (dispute.verdict, page["sentence"], page["current"]) == ("legal", BLOCK, 4)
    assert page["stops_later"] is True
    assert page["guide"] is None
    text = page_of(dispute).content.decode()
    assert "A later play is not legal" in text
    assert page_context(disputed_play("", LATER))["answer"].verdict == "illegal"


def test_disputed_play_after_illegal_play_is_not_reached() -> None:
    dispute = disputed_play("line 21", LATER + "6. Ben: pass\n")
    page = page_context(dispute)
    assert (dispute.verdict, page["answer"].reached, page["answer"].line) == ("illegal", False, 20)
    text = page_of(dispute).content.decode()
    assert "The replay stops before the disputed play." in text


def test_disputed_play_before_an_undetermined_moment_is_legal() -> None:
    assert disputed_play("", UNSURE).verdict == "undetermined"
    dispute = disputed_play("play 1", UNSURE)
    assert (dispute.verdict, page_context(dispute)["rule"]) == ("legal", "3.2.3a")


@pytest.mark.parametrize(
    ("doubt", "message"),
    [
        ("line 3", "The record has no play “line 3”. Enter the text of the play, or “line” and its line number."),
        ("play 9", "The record has no play “play 9”. Enter the text of the play, or “line” and its line number."),
        ("use Kong", "The record has no play “use Kong”. Enter the text of the play, or “line” and its line number."),
        (
            "pass",
            (
                "“pass” matches several plays: line 17 (Anna: pass), line 18 (Ben: pass). "
                "Enter “line” and the line number."
            ),
        ),
    ],
)
def test_disputed_play_without_single_match_is_refused_at_its_field(doubt: str, message: str) -> None:
    with pytest.raises(UserError) as refused:
        disputed_play(doubt)
    assert refused.value.fields == {"disputed_play": message}
    actor = judge()
    form = {"title": "Legal?", "record": LEGAL, "disputed_play": doubt}
    page = signed_in(actor).post(reverse("disputes:new"), form)
    assert page.status_code == 400
    assert page.context["form"].errors == {"disputed_play": [message]}


def test_disputed_play_number_matching_line_and_position_is_refused() -> None:
    plays = "".join(f"{who}: pass\n" for who in ("Anna", "Ben") * 8)
    with pytest.raises(UserError, match="“14” matches several plays: line 14"):
        disputed_play("14", f"{HEAD}\nPlays\n{plays}")


def test_disputed_play_line_is_shifted_by_headers_of_event() -> None:
    event = make_event(readings="I-40=2")
    dispute = disputed_play("line 16", LEGAL, event)
    assert dispute.record is not None
    assert dispute.disputed_line == 17
    assert dispute.record.text.splitlines()[16] == "1. Anna: attack with Triceratops"
    assert page_context(dispute)["sentence"] == ATTACK


def test_choose_disputed_play_changes_answer_and_is_logged() -> None:
    event = make_event()
    actor = judge(event)
    dispute = disputed_play("", LATER, event)
    address = reverse("disputes:choose_disputed_play", args=[dispute.slug])
    desk = signed_in(actor)
    page = " ".join(desk.get(dispute.get_absolute_url()).content.decode().split())
    assert '<option value="19" >4. Ben: block with Palace Guard</option>' in page
    assert desk.post(address, {"disputed_play": "19"}).status_code == 302
    dispute.refresh_from_db()
    assert (dispute.disputed_line, dispute.verdict, dispute.status) == (19, "legal", "done")
    assert [entry.verb for entry in Entry.objects.about(dispute)][-1] == "dispute.disputed_play_chosen"
    assert desk.post(address, {"disputed_play": "x"}).status_code == 400
    desk.post(address, {"disputed_play": ""})
    dispute.refresh_from_db()
    assert (dispute.disputed_line, dispute.verdict) == (None, "illegal")


def test_choose_disputed_play_is_for_judges_until_publication() -> None:
    event = make_event()
    actor = judge(event)
    dispute = disputed_play("", LEGAL, event)
    with pytest.raises(NotAllowedError):
        services.choose_disputed_play(make_user("Otto"), dispute, 16)
    with pytest.raises(UserError, match="Line 3 is not a play"):
        services.choose_disputed_play(actor, dispute, 3)
    deciding.decide(actor, dispute, DecisionContent("It stands."))
    deciding.publish(actor, dispute)
    with pytest.raises(StateError):
        services.choose_disputed_play(actor, dispute, 16)


def test_change_record_form_keeps_disputed_play() -> None:
    dispute = disputed_play("line 16")
    assert dispute.opened_by is not None
    desk, address = signed_in(dispute.opened_by), reverse("disputes:record", args=[dispute.slug])
    assert 'value="line 16"' in desk.get(address).content.decode()
    assert desk.post(address, {"record": LEGAL, "disputed_play": "line 19"}).status_code == 302
    dispute.refresh_from_db()
    assert dispute.disputed_line == 19


def test_other_version_is_mentioned_only_if_disputed_play_differs() -> None:
    assert page_context(disputed_play("", AFTER_BLOCKS))["opinion"]["others"] != []
    assert page_context(disputed_play("play 1", AFTER_BLOCKS))["opinion"]["others"] == []


def test_open_dispute_api_with_disputed_play_answers_it() -> None:
    event = make_event()
    client = signed_in(judge(event))
    body = {"title": "Legal?", "record": LATER, "event": event.slug, "disputed_play": "block with Palace Guard"}
    made = client.post("/api/v1/disputes/", body, content_type="application/json").json()
    assert made["disputed_line"] == 19
    worker.run(Dispute.objects.get(slug=made["slug"]).pk)
    answered = client.get(f"/api/v1/disputes/{made['slug']}/").json()
    assert (answered["verdict"], answered["replay"]["sentence"]) == ("legal", BLOCK)
    assert answered["replay"]["answer"] == {
        "verdict": "legal", "reached": True, "step": 4, "line": 19, "actor": "Ben", "text": "block with Palace Guard",
    }  # fmt: skip
    wrong = client.post("/api/v1/disputes/", body | {"disputed_play": "line 1"}, content_type="application/json")
    assert (wrong.status_code, "disputed_play" in wrong.content.decode()) == (400, True)


def test_editor_offers_plays_as_disputed_and_keeps_choice() -> None:
    desk = signed_in(judge())
    given = {"record": LEGAL, "disputed_play": "play 1", "tap": "take"}
    page = " ".join(desk.post(reverse("disputes:describe"), given).content.decode().split())
    assert '<option value="play 1" selected>1. Anna: attack with Triceratops</option>' in page
    assert desk.post(reverse("disputes:new"), given | {"title": "Legal?"}).status_code == 302
    dispute = Dispute.objects.get()
    assert dispute.disputed_line == 16
    change = " ".join(desk.get(reverse("disputes:describe"), {"dispute": dispute.slug}).content.decode().split())
    assert '<option value="play 1" selected>' in change


def test_disputed_play_typed_as_in_a_record_without_colons_is_found() -> None:
    plays = "\nPlays\nAnna attacks with Triceratops\nno responses\nBen: Palace Guard blocks Triceratops\n"
    assert disputed_play("Anna attacks with Triceratops", f"{HEAD}{plays}").disputed_line == 13
    assert disputed_play("No responses.", f"{HEAD}{plays}").disputed_line == 14
    with pytest.raises(UserError, match="The record has no play"):
        disputed_play("Triceratops blocks Palace Guard", f"{HEAD}{plays}")
