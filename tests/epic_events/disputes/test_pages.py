"""Dispute pages: visibility, errors, query counts."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import RateLimitError
from epic_events.disputes import services
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute, RecordVersion
from epic_events.disputes.replays import worker
from epic_events.events.models import Event, StaffRole
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.pairings.services import pair_round, publish_round
from tests.epic_events.disputes.records import (
    DIVIDING,
    ILLEGAL,
    LEGAL,
    MISSPELT,
    UNREADABLE,
    UNSURE,
    judge,
    store_old_result,
)
from tests.epic_events.factories import make_event, make_running_event, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def replayed(actor: User, event: Event, record: str = LEGAL, title: str = "Was it legal?") -> Dispute:
    dispute = services.open_dispute(actor, title=title, record=record, event=event)
    worker.run(dispute.pk)
    dispute.refresh_from_db()
    return dispute


def published(actor: User, event: Event, **more: Any) -> Dispute:
    dispute = replayed(actor, event, **more)
    deciding.decide(actor, dispute, DecisionContent("It <b>stands</b>."))
    return deciding.publish(actor, dispute)


def test_dispute_form_from_match_opens_dispute(client: Client) -> None:
    event = make_running_event(2)
    organiser = make_staff(event)
    match = publish_round(organiser, pair_round(organiser, event)).matches.get()
    desk = signed_in(judge(event))
    page = desk.get(reverse("pairings:match", args=[event.slug, match.pk]))
    address = f"{reverse('disputes:new')}?match={match.pk}"
    assert f'href="{address}"' in page.content.decode()

    answer = desk.post(address, {"title": "Was it legal?", "record": LEGAL})
    dispute = Dispute.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, dispute.get_absolute_url())
    assert (dispute.match, dispute.event) == (match, event)


def test_dispute_form_with_file_opens_dispute() -> None:
    desk = signed_in(judge())
    upload = SimpleUploadedFile("play.rec", b"\xef\xbb\xbf" + LEGAL.replace("\n", "\r\n").encode())
    assert (
        desk.post(reverse("disputes:new"), {"title": "From a file", "record": "", "upload": upload}).status_code == 302
    )
    assert RecordVersion.objects.get().text == LEGAL


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"title": "T", "record": ""}, "Paste the record or choose a file."),
        ({"title": "", "record": LEGAL}, "Enter what is in question."),
        ({"title": "T", "record": UNREADABLE}, "line 13"),
        ({"title": "T", "record": "", "upload": b"\xff\xfe\x00"}, "not text in UTF-8"),
    ],
)
def test_dispute_form_invalid_input_shows_error(fields: dict[str, Any], message: str) -> None:
    data = dict(fields)
    if "upload" in data:
        data["upload"] = SimpleUploadedFile("play.rec", data["upload"])
    answer = signed_in(judge()).post(reverse("disputes:new"), data)
    assert answer.status_code == 400
    assert message in answer.content.decode()
    assert Dispute.objects.count() == 0


def test_record_check_while_typing_reports_errors() -> None:
    desk = signed_in(judge())
    check = reverse("disputes:check")
    assert "is valid" in desk.post(check, {"record": LEGAL}).content.decode()
    wrong = desk.post(check, {"record": UNREADABLE}).content.decode()
    assert "line 13: " in wrong
    assert "Anna attacks with everything" in wrong
    misspelt = desk.post(check, {"record": MISSPELT}).content.decode()
    assert "line 19: " in misspelt
    assert "block with Pallace Gaurd" in misspelt
    assert "is valid" in desk.post(check, {"record": ILLEGAL}).content.decode()
    assert "line 3: " in desk.post(check, {"record": LEGAL.replace("RB-2017", "RB-2099")}).content.decode()
    assert desk.post(check, {"record": ""}).content.decode().strip() == ""
    hostile = desk.post(check, {"record": "Record: 1\n<script>alert(1)</script>"}).content.decode()
    assert "<script>" not in hostile
    assert signed_in(make_user()).post(check, {"record": LEGAL}).status_code == 403


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (LEGAL.encode(), "is valid"),
        (MISSPELT.encode(), "line 19: "),
        (b"\xff\xfe\x00", "not text in UTF-8"),
        (b"", "The submitted file is empty."),
    ],
)
def test_record_check_includes_chosen_file(given: bytes, message: str) -> None:
    desk = signed_in(judge())
    upload = SimpleUploadedFile("play.rec", given)
    answer = desk.post(reverse("disputes:check"), {"record": "", "upload": upload})
    assert (answer.status_code, message in answer.content.decode()) == (200, True)


def test_dispute_page_waits_then_shows_verdict() -> None:
    event = make_event()
    actor = judge(event)
    desk = signed_in(actor)
    dispute = services.open_dispute(actor, title="May it attack?", record=ILLEGAL, event=event)
    waiting = desk.get(reverse("disputes:state", args=[dispute.slug])).content.decode()
    assert 'data-poll="1" data-soon="0.2"' in waiting
    behind = services.open_dispute(actor, title="May it block?", record=ILLEGAL, event=event)
    assert "data-soon" not in desk.get(reverse("disputes:state", args=[behind.slug])).content.decode()
    again = f"{reverse('disputes:state', args=[dispute.slug])}?expected_version=queued-0"
    assert f'hx-get="{again}"' in waiting
    assert desk.get(again).status_code == 204
    worker.run(dispute.pk)
    done = desk.get(again).content.decode()
    assert 'data-news="Verdict: Illegal"' in done
    assert "data-poll" not in done
    assert 'class="verdict-word">Illegal' in done
    assert 'href="/rules/epic-complete/5.17.1/"' in done


def test_dispute_page_shows_steps_and_boards() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    desk = signed_in(actor)
    first = desk.get(dispute.get_absolute_url(), {"step": "1"})
    assert first.context["current"] == 1
    assert "attacking" in first.content.decode()
    fragment = desk.get(dispute.get_absolute_url(), {"step": "2"}, headers={"HX-Target": "viewer"})
    assert fragment.content.decode().lstrip().startswith('<div id="viewer"')
    for asked in ("999", "-1", "x", ""):
        assert desk.get(dispute.get_absolute_url(), {"step": asked}).context["current"] == 4


def test_dispute_decision_is_drafted_published_and_record_released(client: Client) -> None:
    event = make_event()
    actor = judge(event)
    desk = signed_in(actor)
    dispute = replayed(actor, event)
    assert client.get(dispute.get_absolute_url()).status_code == 404
    assert desk.post(reverse("disputes:decide", args=[dispute.slug]), {"text": ""}).status_code == 400
    desk.post(reverse("disputes:decide", args=[dispute.slug]), {"text": "It <b>stands</b>."})
    desk.post(reverse("disputes:publish", args=[dispute.slug]))
    page = client.get(dispute.get_absolute_url())
    text = page.content.decode()
    assert page.status_code == 200
    assert "It &lt;b&gt;stands&lt;/b&gt;." in text
    assert "Lash" not in text
    assert "public view of the board" in text

    assert client.post(reverse("disputes:release", args=[dispute.slug])).status_code == 302  # to sign in
    assert desk.post(reverse("disputes:release", args=[dispute.slug])).status_code == 403
    head = signed_in(make_staff(event, StaffRole.Role.HEAD_JUDGE))
    head.post(reverse("disputes:release", args=[dispute.slug]))
    assert "Lash" in client.get(dispute.get_absolute_url()).content.decode()


def test_dispute_page_places_decision_before_replay_and_remaining_actions_after(client: Client) -> None:
    event = make_event()
    actor = judge(event)
    desk = signed_in(actor)
    dispute = replayed(actor, event)
    page = desk.get(dispute.get_absolute_url()).content.decode()
    places = [page.index(text) for text in ('class="verdict-word"', "<h1>", 'href="#desk"', 'class="timeline"')]
    assert places == sorted(places)
    # The part that renews itself has no button of its own: with one the verdict would only be told of, not shown.
    assert page.index('id="desk"') < page.index(f'href="{reverse("disputes:record", args=[dispute.slug])}"')
    assert 'id="desk"' in page
    deciding.decide(actor, dispute, DecisionContent("It stands by 5.17.2."))
    deciding.publish(actor, dispute)
    done = desk.get(dispute.get_absolute_url()).content.decode()
    assert "To change it, open a new dispute" in done
    assert f'href="{reverse("disputes:new")}?event={event.slug}"' in done
    assert 'href="#desk"' not in done
    read = client.get(dispute.get_absolute_url()).content.decode()
    assert re.search(r'It stands by <a href="/rules/epic-complete/5.17.2/" title="[^"]+">5.17.2</a>\.', read)
    assert "To change it" not in read


def test_dispute_page_shows_line_of_record_to_its_readers_only(client: Client) -> None:
    event = make_event()
    actor = judge(event)
    illegal = published(actor, event, record=LEGAL.replace("3. Ben: pass\n", "3. Ben: attack with Palace Guard\n"))
    unsure = published(actor, event, record=UNSURE)
    seen: list[list[bool]] = []
    for dispute in (illegal, unsure):
        for reader in (signed_in(actor), client):
            page = reader.get(dispute.get_absolute_url()).content.decode().split('id="viewer"')[0]
            seen.append([bool(re.search(r"(Play|Line) \d+", page)), bool(re.search(r"After step \d+", page))])
    assert seen == [[True, False], [False, True]] * 2


def test_unpublished_dispute_is_hidden_on_every_page(client: Client) -> None:
    event = make_event()
    dispute = replayed(judge(event), event)
    for visitor in (client, signed_in(make_user()), signed_in(judge())):
        for name in ("detail", "state"):
            assert visitor.get(reverse(f"disputes:{name}", args=[dispute.slug])).status_code == 404
        assert dispute.title not in visitor.get(reverse("disputes:list")).content.decode()
        assert dispute.title not in visitor.get(reverse("disputes:of_event", args=[event.slug])).content.decode()


def test_change_record_page_stores_version_and_requeues() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, record=ILLEGAL)
    desk = signed_in(actor)
    address = reverse("disputes:record", args=[dispute.slug])
    assert "attack with Kong" in desk.get(address).content.decode()
    assert desk.post(address, {"record": UNREADABLE}).status_code == 400
    assert desk.post(address, {"record": LEGAL}).status_code == 302
    dispute.refresh_from_db()
    assert (dispute.status, [version.number for version in dispute.records.all()]) == ("queued", [2, 1])


@pytest.mark.parametrize("number", [1, 4])
def test_disputes_page_query_count_is_constant(
    client: Client, django_assert_num_queries: Callable[[int], Any], number: int
) -> None:
    event = make_event()
    actor = judge(event)
    for index in range(number):
        published(actor, event, title=f"Dispute {index}")
    with django_assert_num_queries(2):
        page = client.get(reverse("disputes:list"))
    assert page.content.decode().count("Dispute ") == number


def test_dispute_page_query_count_is_constant(client: Client, django_assert_num_queries: Callable[[int], Any]) -> None:
    dispute = published(judge(event := make_event()), event)
    # Who may know of it, dispute, decisions, appeals, boards, what-ifs, official wording.
    with django_assert_num_queries(7):
        client.get(dispute.get_absolute_url())


def test_dispute_form_blank_record_shows_field_error() -> None:
    answer = signed_in(judge()).post(reverse("disputes:new"), {"title": "T", "record": " \n "})
    assert answer.status_code == 400
    assert answer.context["form"].errors["record"] == ["The record is empty. Enter who did what, one play per line."]


def test_open_dispute_is_throttled() -> None:
    actor = judge()
    for _ in range(services.REPLAYS_AN_HOUR):
        services._require_free_slot(actor)
    with pytest.raises(RateLimitError):
        services.open_dispute(actor, title="T", record=LEGAL)
    assert not Dispute.objects.exists()


def test_open_dispute_adds_interpretations_of_event() -> None:
    event = make_event(readings="I-40=2, I-57=2")
    dispute = replayed(judge(event), event)
    assert dispute.record is not None
    assert dispute.record.text.split("\n")[4:6] == ["First: Anna", "Interpretations: I-40=2, I-57=2"]
    own = replayed(judge(event), event, record=LEGAL.replace("First: Anna", "First: Anna\nInterpretations: I-40=1"))
    assert own.record is not None
    assert own.record.text.count("Interpretations:") == 1


def test_dispute_page_shows_printing_used_and_outcome_with_other() -> None:
    event = make_event(printings="Teleport=Promo")
    staff = judge(event)
    teleport = ILLEGAL.partition("Plays")[0].rstrip() + "\nAnna hand: Teleport\n\nPlays\nAnna: play Teleport\n"
    dispute = published(staff, event, record=teleport)
    for client in (signed_in(staff), Client()):
        page = client.get(dispute.get_absolute_url()).content.decode()
        assert "Teleport is played as printed in Promo." in page
        assert "Teleport as printed in Pantheon" in page


def test_dispute_page_shows_comparison_to_staff_and_interpretations_to_all() -> None:
    event = make_event()
    staff = judge(event)
    dispute = published(
        staff, event, record=ILLEGAL.replace("1. Anna: attack with Kong", "1. Ben: attack with Palace Guard")
    )
    page = signed_in(staff).get(dispute.get_absolute_url()).content.decode()
    assert "Claimed and ruled plays" in page
    assert "Complete Rules, March 2016" not in page
    public = Client().get(dispute.get_absolute_url()).content.decode()
    assert "Claimed and ruled plays" not in public
    assert "Complete Rules, March 2016" not in public


def test_dispute_page_mentions_other_version_if_it_differs() -> None:
    event = make_event()
    staff = judge(event)
    dispute = replayed(staff, event, record=LEGAL + "5. Ben: pass\n6. Anna: pass\n")
    page = signed_in(staff).get(dispute.get_absolute_url()).content.decode()
    assert "Complete Rules, March 2016 gives another verdict" in page
    assert "Based on" in page
    assert "The defending player has initiative first." in page


def test_dispute_page_separates_procedure_from_rules() -> None:
    event = make_event()
    skipped = LEGAL.partition("Plays")[0].replace("Anna hand: Lash, ?", "Anna hand: Kong")
    dispute = replayed(judge(event), event, record=f"{skipped}Anna gold: 1\nPlays\nAnna: play Kong\nAnna: pass\n")
    assert dispute.verdict == "illegal"
    page = signed_in(judge(event)).get(dispute.get_absolute_url()).content.decode()
    assert "Tournament procedure" in page
    assert "T01, T02, T03" in page


def test_dispute_page_starts_with_verdict_reason_and_rule() -> None:
    event = make_event()
    actor = judge(event)
    page = signed_in(actor).get(replayed(actor, event, ILLEGAL).get_absolute_url()).content.decode()
    places = [
        page.index(words)
        for words in (
            '<p class="verdict-word">Illegal</p>',
            "Anna&#x27;s Kong cannot attack: it is deploying",
            "A deploying champion cannot attack",
            "Play 1",
            'id="viewer"',
            "Claimed and ruled plays",
            "Assumptions",
        )
    ]
    assert places == sorted(places)


def test_dispute_page_interpretation_says_if_other_option_changes_verdict() -> None:
    event = make_event()
    actor = judge(event)
    dispute = published(actor, event, record=LEGAL + "5. Anna: pass\n")
    desk = signed_in(actor).get(dispute.get_absolute_url()).content.decode()
    assert "another interpretation changes the verdict" in desk
    assert "The attacking player has initiative first." in desk
    everyone = Client().get(dispute.get_absolute_url()).content.decode()
    assert "another interpretation changes the verdict" in everyone
    assert "The attacking player has initiative first." not in everyone


def test_dispute_page_damage_assignment_is_one_sentence() -> None:
    event = make_event()
    actor = judge(event)
    page = signed_in(actor).get(replayed(actor, event, DIVIDING).get_absolute_url()).content.decode()
    assert "(11 ways)" in page
    assert "Muse, divided in any way." in page
    assert "<li>assign Triceratops: 10 to Palace Guard</li>" in page


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (LEGAL, "4 decisions, all legal."),
        (ILLEGAL, "A deploying champion cannot attack"),
        (UNSURE, "Anna reveals unknown cards"),
    ],
)
def test_dispute_page_result_stored_without_summary_is_shown(record: str, message: str) -> None:
    event = make_event()
    actor = judge(event)
    dispute = store_old_result(published(actor, event, record=record))
    for client in (Client(), signed_in(actor)):
        assert message in client.get(dispute.get_absolute_url()).content.decode()


def test_dispute_page_events_before_first_play_are_shown_at_start(client: Client) -> None:
    """The draw is for staff only; the champion that stops deploying (4.2.4) is public."""
    record = (
        "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\nPosition\nTurn: Anna 5\nPhase: start\n"
        "Anna champion: Muse (deploying)\nAnna deck: Kong / 5 ?\nPlays\nAnna: yes\nAnna: attack with Muse\n"
    )
    event = make_running_event(2)
    organiser = judge(event)
    dispute = published(organiser, event, record=record)
    seen = client.get(f"{dispute.get_absolute_url()}?step=0").content.decode()
    start = seen[seen.index('id="step-0"') : seen.index('id="step-1"')]
    assert "Muse stops deploying." in start
    assert '<summary class="rule-chip">4.2.4</summary>' in seen  # the rules of the step shown open next to the board
    assert ("Anna draws a card." in start, "Kong" in start) == (True, False)
    for_staff = signed_in(organiser).get(f"{dispute.get_absolute_url()}?step=0").content.decode()
    assert "Anna draws Kong." in for_staff[for_staff.index('id="step-0"') : for_staff.index('id="step-1"')]
