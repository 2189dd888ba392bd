"""Oversized requests: one error page with the limit."""

import json
import logging
import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django import forms
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from epic_events import accounts, decks, disputes, events, pairings, reference
from epic_events.audit_log.models import Entry
from epic_events.infra.limits import MAX_BODY_BYTES
from epic_events.judging import rulings
from epic_events.web.middleware import MAX_DISCARDED_BYTES
from tests.epic_events.factories import make_event, make_registration, make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event
from tests.epic_events.permissions.requests import requests_of
from tests.epic_events.world import make_world

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

APPS = (accounts, decks, disputes, events, pairings, reference, rulings)
TOO_LARGE = re.compile(r"The request is too large: [\d.]+.(bytes|KB|MB) were sent, the limit is [\d.]+.(bytes|KB|MB)")
LONG = "x" * 2_800_000


def words(page: bytes) -> str:
    return unescape(page.decode())


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """Fail the test if its log contains a traceback."""
    with caplog.at_level(logging.DEBUG):
        yield caplog
    assert [record.name for record in caplog.records if record.exc_info] == []


@pytest.fixture
def ada(client: Client) -> Client:
    client.force_login(make_user("Ada"))
    return client


@pytest.fixture
def deck(ada: Client) -> str:
    from epic_events.accounts.models import User

    entry = make_registration(make_event(), user=User.objects.get(name="Ada"), name="Ada")
    return reverse("decks:edit", args=[entry.event.slug])


def test_oversized_request_is_refused_on_page_by_every_form(log, settings):
    """The page names the limit and the size, and nothing is changed."""
    world = make_world()
    requests = requests_of(world)
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 4_000
    reader = Client()
    organiser = world.people["organiser"]
    assert organiser is not None
    reader.force_login(organiser)
    lines = Entry.objects.count()
    wrong, seen = [], 0
    for name, (path, body, _how) in requests.items():
        if name.startswith(("api:", "site_admin:")):
            continue  # in another form, and what machines ask whether the site is well
        sent = {**body, "too_much": "x" * 5_000}
        for how in ({}, {"HX-Request": "true"}, {"X-Outbox": "somebody"}):
            answer = reader.post(path, sent, headers=how)
            page = words(answer.content)
            if "X-Outbox" in how and answer.status_code == 403:
                continue  # typed by someone else
            fits = answer.status_code == 413 and TOO_LARGE.search(page) and page.count("<html") == (not how)
            fits = fits and ("HX-Request" not in how or answer.headers.get("X-Fragment") == "1")
            seen += 1
            if not fits:
                wrong.append((name, how, answer.status_code))
    assert wrong == []
    assert seen > 200
    assert Entry.objects.count() == lines


def test_oversized_form_shows_its_page_again(ada: Client, deck: str, log, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 4_000
    answer = ada.post(deck, {"text": "x" * 5_000})
    page = words(answer.content)
    assert answer.status_code == 413
    assert TOO_LARGE.search(page)
    assert 'id="editor"' in page
    assert page.count("<h1") == 1
    assert "The request is too large" not in words(ada.get(deck).content)


@pytest.mark.parametrize("multipart", [True, False])
def test_oversized_text_is_returned_with_limit(ada: Client, deck: str, log, multipart: bool):
    urlencoded = "application/x-www-form-urlencoded"
    answer = ada.post(deck, {"text": LONG}) if multipart else ada.post(deck, f"text={LONG}", content_type=urlencoded)
    page = words(answer.content)
    assert answer.status_code == 400
    assert "Ensure this value has at most 20000 characters (it has 2800000)." in page
    assert LONG in page
    assert page.count("<html") == 1


def test_oversized_live_check_returns_fragment(ada: Client, deck: str, log):
    answer = ada.post(f"{deck}check/", {"text": LONG}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "at most 20000 characters (it has 2800000)" in words(answer.content)
    assert "<html" not in words(answer.content)


@pytest.mark.parametrize("size", [81_000, 3_000_000])
def test_oversized_file_error_names_both_sizes_and_keeps_fields(ada: Client, deck: str, log, size: int):
    file = SimpleUploadedFile("deck.txt", b"3 Kong\n" * (size // 7 + 1), "text/plain")
    answer = ada.post(deck, {"text": "1 Muse", "file": file})
    page = words(answer.content).replace("\N{NO-BREAK SPACE}", " ")
    assert answer.status_code == 400
    assert re.search(r"it has ([\d.]+ [KM]B), the limit is 78\.1 KB\.", page)
    assert "1 Muse" in page


def test_oversized_request_is_not_read_into_memory(ada: Client, deck: str, log):
    class Endless(BytesIO):
        """Request body that counts the bytes read."""

        taken = 0

        def read(self, size: int | None = -1) -> bytes:
            assert size is not None
            assert 0 < size <= 65_536
            self.taken += size
            return b"x" * size

    for length in (MAX_BODY_BYTES + 1, 10 * MAX_DISCARDED_BYTES):
        body = Endless()
        output: dict[str, Any] = {"CONTENT_LENGTH": str(length), "wsgi.input": body}
        answer = ada.generic("POST", deck, b"x", content_type="multipart/form-data; boundary=x", **output)
        assert answer.status_code == 413
        assert "the limit is 12.0\N{NO-BREAK SPACE}MB" in words(answer.content)
        assert body.taken == min(length, MAX_DISCARDED_BYTES)


@pytest.mark.parametrize("path", ["", "check/", "api"])
def test_request_without_length_is_refused(ada: Client, deck: str, log, path: str):
    address = "/api/v1/decklists/check/" if path == "api" else deck + path
    pieces = BytesIO(b"text=3 Kong")
    output: dict[str, Any] = {"CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input": pieces}
    answer = ada.generic("POST", address, b"x", content_type="application/x-www-form-urlencoded", **output)
    assert answer.status_code == 411
    assert "the request has no Content-Length header" in words(answer.content)
    assert pieces.read() == b""
    if path == "api":
        assert (answer.json()["code"], answer.json()["fields"]) == ("length_required", {})


def test_too_many_fields_or_files_are_refused(ada: Client, deck: str, log):
    many = {f"field{number}": "1" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    files = {f"file{number}": BytesIO(b"1") for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FILES + 1)}
    for sent in (many, files):
        answer = ada.post(deck, sent)
        assert answer.status_code == 413
        assert "The form is too large: the limit is 1000 fields and 100 files." in words(answer.content)
    urlencoded = ada.post(deck, "&".join(many), content_type="application/x-www-form-urlencoded")
    assert urlencoded.status_code == 413


@pytest.mark.parametrize(
    "kind", ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\u00e9"]
)
def test_incomplete_multipart_form_is_reported(ada: Client, deck: str, log, kind: str):
    answer = ada.post(deck, b"--x\r\n", content_type=kind)
    assert answer.status_code == 400
    assert "The form arrived incomplete" in words(answer.content)


def test_oversized_request_without_page_gets_error_page(client: Client, log, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 4_000
    answer = client.post("/no/such/page/", {"text": "x" * 5_000})
    assert answer.status_code == 413
    assert TOO_LARGE.search(words(answer.content))
    assert words(answer.content).count("<html") == 1


def test_oversized_lines_and_reasons_are_returned_untruncated(log):
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    desk = Client()
    desk.force_login(organiser)
    lines = "1 2-0\n" * 200_000
    page = reverse("pairings:entry", args=[event.slug])
    block = desk.post(
        reverse("pairings:entry_block", args=[event.slug]), {"round": round_.pk, "text": lines, "save": "all"}
    )
    assert "Ensure this value has at most 1000000 characters (it has 1200000)." in words(block.content)
    assert lines in words(block.content)
    reason = desk.post(page, {"round": round_.pk, "line": "1 2-0", "reason": "y" * 501})
    assert "it has 501 characters, the limit is 500" in words(reason.content)
    assert "1 2-0" in words(reason.content)
    assert [match.confirmed_at for match in matches_of(round_)] == [None, None]


@pytest.mark.parametrize(
    "content_type", ["application/json", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]
)
@pytest.mark.parametrize("signed_in", [True, False])
def test_oversized_api_request_gets_json_error(client: Client, log, content_type: str, signed_in: bool):
    if signed_in:
        client.force_login(make_user())
    body = json.dumps({"text": "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1), "format": "full-constructed"})
    answer = client.post("/api/v1/decklists/check/", body, content_type=content_type)
    error = answer.json()
    assert error.keys() == {"code", "message", "fields"}
    if content_type == "application/json":
        assert (answer.status_code, error["code"]) == (413, "too_large")
        assert TOO_LARGE.search(error["message"])
    else:
        assert answer.status_code == 415


def test_oversized_api_request_is_drained(client: Client, log):
    body = BytesIO(b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1))
    output: dict[str, Any] = {"CONTENT_LENGTH": str(len(body.getvalue())), "wsgi.input": body}
    answer = client.generic("POST", "/api/v1/decklists/check/", b"x", content_type="application/json", **output)
    assert answer.status_code == 413
    assert body.read() == b""


def forms_of_ours() -> list[type[forms.BaseForm]]:
    def below(kind: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
        for each in kind.__subclasses__():
            yield each
            yield from below(each)

    return [each for each in below(forms.BaseForm) if each.__module__.startswith("epic_events.")]


def test_every_form_text_field_has_max_length():
    found = forms_of_ours()
    assert len(found) > 20
    endless = [
        (form.__name__, name)
        for form in found
        for name, field in form.base_fields.items()  # type: ignore[attr-defined]  # every form has them
        if type(field).__name__.endswith("CharField") and getattr(field, "max_length", None) is None
    ]
    assert endless == []
