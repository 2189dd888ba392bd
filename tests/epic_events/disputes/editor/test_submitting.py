"""Submitting the dispute editor: typed input is applied or returned with errors."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from epic_events.disputes.models import Dispute, WhatIf
from tests.epic_events.disputes.records import HEAD, LEGAL, MISSPELT, judge
from tests.epic_events.disputes.test_pages import replayed, signed_in
from tests.epic_events.factories import make_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NEW = "/disputes/new/"
TYPED = {"title": "Was it?", "who": "Ben", "statement": "I blocked."}


def send(desk: Client, record: str = LEGAL, address: str = NEW, **more: str) -> Any:
    return desk.post(address, {"described": "1", "record": record, "typed_play": "", **TYPED, **more})


def values(page: str) -> Mapping[str, str]:
    """Return the values of the text fields of a page by name."""
    found = [dict(re.findall(r'([\w-]+)="([^"]*)"', each)) for each in re.findall(r"<input[^>]*>", page)]
    return {each["name"]: each.get("value", "") for each in found if "name" in each}


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("typed_play", "frobnicate everything"),
        ("typed_play", "Branch claimed"),
        ("typed_play", "Deck Ben: 3 Kong"),
        ("card:0:hand:0", "Pallace Gaurd"),
        ("card:1:champion:0", "no such thing"),
        ("number:0:health", "lots"),
        ("number:1:gold", "-1"),
        ("turn:Turn", "five"),
        ("amount:0|champion|0|0:damage", "much"),
        ("name:0", "Be:n"),
    ],
)
def test_submit_with_unparsed_text_is_refused_and_keeps_everything(field: str, text: str) -> None:
    answer = send(signed_in(judge()), **{field: text, "was:name:0": "Anna"})
    page = answer.content.decode()
    assert (answer.status_code, Dispute.objects.count()) == (400, 0)
    assert 'id="desk-form"' in page
    assert "data-focus-error" in page
    stored = values(page)
    assert stored[field] == text.replace('"', "&quot;")
    assert (stored["title"], stored["who"]) == ("Was it?", "Ben")
    assert "I blocked." in page
    assert answer.context["sheet"].text == LEGAL
    target = answer.context["field_errors"][0][0]
    assert f'href="#{target}"' in page
    assert f'id="{target}"' in page
    assert re.search(rf'id="{target}"[^>]*(aria-invalid="true"|data-invalid)', page)


def test_submit_typed_play_not_understood_is_refused_and_shown() -> None:
    answer = send(signed_in(judge()), f"{HEAD}\nPlays\n1. Anna: pass\n", typed_play="Anna: frobnicate everything")
    page = answer.content.decode()
    assert (answer.status_code, Dispute.objects.count()) == (400, 0)
    assert [target for target, _message in answer.context["field_errors"]] == ["play-1"]
    assert "<mark>frobnicate everything</mark>" in page
    assert answer.context["sheet"].text.endswith("2. Anna: frobnicate everything\n")


def test_submit_play_not_understood_by_engine_is_refused_at_its_place() -> None:
    answer = send(signed_in(judge()), MISSPELT)
    page = answer.content.decode()
    assert (answer.status_code, Dispute.objects.count()) == (400, 0)
    assert [target for target, _message in answer.context["field_errors"]] == ["play-3"]
    assert "<mark>Pallace Gaurd</mark>" in page


def test_submit_typed_play_understood_is_added_to_record() -> None:
    answer = send(signed_in(judge()), f"{HEAD}Anna champion: Triceratops\n", typed_play="Anna attacks with Triceratops")
    assert answer.status_code == 302
    record = Dispute.objects.get().record
    assert record is not None
    assert record.text.endswith("Plays\n1. Anna: attacks with Triceratops\n")


def test_submit_typed_card_and_number_are_added_to_record() -> None:
    answer = send(signed_in(judge()), **{"card:1:hand:0": "kong", "number:1:health": "7", "was:number:1:health": "18"})
    assert answer.status_code == 302
    record = Dispute.objects.get().record
    assert record is not None
    assert "Ben health: 7\n" in record.text
    assert "Ben hand: Kong\n" in record.text


def test_submit_without_title_uses_last_play_or_shows_error() -> None:
    desk = signed_in(judge())
    assert send(desk, title="").status_code == 302
    assert Dispute.objects.get().title == "Ben: block with Palace Guard"
    refused = send(desk, HEAD, title="")
    assert refused.status_code == 400
    assert refused.context["field_errors"][-1][0] == "id_title"
    assert 'aria-describedby="id_title_error"' in refused.content.decode()


def test_submit_with_errors_in_several_fields_reports_all() -> None:
    photo = SimpleUploadedFile("x.png", b"no picture")
    sent = {"described": "1", "record": LEGAL, **TYPED, "typed_play": "Branch claimed", "who": "B" * 90, "photo": photo}
    answer = signed_in(judge()).post(NEW, sent)
    assert {target for target, _message in answer.context["field_errors"]} == {"id_typed_play", "id_who"}
    assert "Choose the photo again" in answer.content.decode()


def test_submit_unparsable_record_keeps_fields() -> None:
    answer = send(signed_in(judge()), "What is this?", typed_play="Anna passes", **{"card:0:hand:0": "kong"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert answer.context["sheet"].text == "What is this?"
    assert values(page)["typed_play"] == "Anna passes"
    assert values(page)["card:0:hand:0"] == "kong"


def test_submit_oversized_record_keeps_everything() -> None:
    long = f"{LEGAL}# {'x' * 250_000}\n"
    answer = send(signed_in(judge()), long)
    assert (answer.status_code, Dispute.objects.count()) == (400, 0)
    assert answer.context["sheet"].text == long
    assert values(answer.content.decode())["title"] == "Was it?"


def test_change_record_refused_returns_to_same_page() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    address = reverse("disputes:record", args=[dispute.slug])
    desk = signed_in(actor)
    refused = send(desk, LEGAL, address, typed_play="Branch claimed")
    assert (refused.status_code, dispute.records.count()) == (400, 1)
    assert f'action="{address}"' in refused.content.decode()
    assert values(refused.content.decode())["typed_play"] == "Branch claimed"
    conflict = send(desk, LEGAL.replace("18", "17"), address, expected_version="something else")
    assert (conflict.status_code, dispute.records.count()) == (400, 1)
    assert "Currently saved" in conflict.content.decode()
    assert send(desk, LEGAL.replace("18", "17"), address).status_code == 302
    assert dispute.records.count() == 2


def test_what_if_refused_returns_to_same_page() -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    address = f"{reverse('disputes:save_what_if', args=[dispute.slug])}?from=1"
    refused = send(signed_in(actor), LEGAL, address, typed_play="Branch claimed")
    assert (refused.status_code, WhatIf.objects.count()) == (400, 0)
    assert values(refused.content.decode())["typed_play"] == "Branch claimed"


def test_submit_refused_file_returns_its_text() -> None:
    upload = SimpleUploadedFile("record.txt", MISSPELT.encode())
    answer = signed_in(judge()).post(NEW, {"title": "Was it?", "who": "Ben", "record": "", "upload": upload})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "block with Pallace Gaurd" in page
    assert values(page)["title"] == "Was it?"
    assert "data-focus-error" in page


def test_typed_record_is_carried_over_to_board_view() -> None:
    desk = signed_in(judge())
    page = desk.post("/disputes/describe/", {"tap": "typed", "record": LEGAL, **TYPED})
    assert page.context["sheet"].text == LEGAL
    assert values(page.content.decode())["who"] == "Ben"
    empty = desk.post("/disputes/describe/", {"tap": "typed", "record": "", **TYPED})
    assert empty.context["sheet"].record is not None
