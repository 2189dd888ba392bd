"""Hostile input in every form never causes a server error."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import QueryDict

from tests.epic_events.permissions.requests import Body, requests_of
from tests.epic_events.permissions.table import STATUS
from tests.epic_events.permissions.viewers import Viewers
from tests.epic_events.world import make_world

pytestmark = pytest.mark.django_db

HOSTILE = {
    "NUL": "a\0b",
    "nothing": "",
    "long": "x" * 150_000,
    "negative": "-1",
    "beyond 64 bits": "99999999999999999999",
    "more digits than Python reads": "9" * 5000,
    "no decimal digit": "²",
    "another decimal digit": "٣",
    "no number": "NaN",
    "markup": "<script>alert(1)</script>%s%(n)s{{ 1 }}",
    "line ends": "a\x1f\x85\u2028\r\nb",
    "early": "0001-01-01T00:00",
    "late": "9999-12-31T23:59",
    "beyond the BMP": "\U0001f409" * 200,
}
ONCE = {"nothing", "no decimal digit", "another decimal digit", "no number", "markup", "beyond the BMP"}
"""What no database takes for anything but text: sent on the embedded one, and not again on another."""
ONCE_IN_ADDRESSES = ONCE | {"long", "line ends"}
"""Nor is what stands in an address kept anywhere."""
ELSEWHERE = {"negative", "long", "line ends", "early", "late"}
"""What the embedded database takes as it comes, and a stricter one need not: sent there, and not twice."""
ALONE = ("NUL", "more digits than Python reads", "no decimal digit")
IN_ADDRESSES = (
    "page",
    "q",
    "status",
    "show",
    "version",
    "step",
    "match",
    "event",
    "expected_version",
    "by",
    "in",
    "next",
    "cost",
    "lang",
)


OF_THE_API = ("api:root", "api:schema", "api:docs")
"""Its addresses that stand in no description; whatever is described is asked with worse in ``api/test_hostile.py``."""
REFUSED = (403, 404, 405)
"""What is answered for who asks, or for how: where a plain request gets it, so does whatever else is sent."""


EVERY_KIND = frozenset(HOSTILE)
kinds_of_values = pytest.mark.parametrize(
    "kinds",
    [
        pytest.param(frozenset({"NUL", "more digits than Python reads"}), id="few"),
        pytest.param(EVERY_KIND, id="all", marks=pytest.mark.sweep),
    ],
)
"""Runs a test with a few kinds of hostile values, and in a sweep with all of them."""


def hostile(kinds: frozenset[str], once: set[str]) -> list[str]:
    """Return the hostile values for the database of this run."""
    left_out = ELSEWHERE - once if connection.vendor == "sqlite" else once
    return [value for kind, value in HOSTILE.items() if kind in kinds - left_out]


def bodies(kinds: frozenset[str], body: Body) -> list[Body]:
    """Yield form data with all fields, one field, or files hostile.

    A form without fields is sent empty once.
    """
    at_once = [dict.fromkeys(body, value) for value in hostile(kinds, ONCE) if body] or [{}]
    if kinds != EVERY_KIND:
        return at_once
    alone = [{**body, field: HOSTILE[kind]} for field, kind in zip(body, cycle(ALONE), strict=False) if len(body) > 1]
    return [*at_once, *alone, {**body, "file": "no file", "upload": "no file", "use": "9999999:x", "score": "1-1"}]


@kinds_of_values
def test_every_form_with_hostile_input_causes_no_server_error(kinds: frozenset[str]):
    """Sent by the organiser, or by a seated player if the organiser may not."""
    world = make_world()
    everyone = Viewers(world)
    stumbled, senders = [], set()
    for name, (path, body, _how) in requests_of(world).items():
        if name.startswith(("api:", "account_")):
            continue
        may = (who for who in ("organiser", "seated") if STATUS[name, "POST", who] not in REFUSED)
        if (who := next(may, None)) is None:
            continue
        senders.add(who)
        answers = ((sent, everyone.ask(who, "POST", path, sent, {})) for sent in bodies(kinds, body))
        stumbled += [(name, sent) for sent, answer in answers if answer.status_code >= 500]
    assert stumbled == []
    assert senders == {"organiser", "seated"}


READS = ("__getitem__", "__contains__", "__iter__", "get", "getlist", "items", "keys", "lists", "urlencode", "values")
"""How what stands in an address is read."""
ENOUGH = 3
"""Through so many pages each place of the code that reads an address is sent everything; often it serves all pages."""


@contextmanager
def places_that_read(monkeypatch: pytest.MonkeyPatch) -> Iterator[set[tuple[str, int]]]:
    """Yield the places (file, line) that read query parameters in the block."""
    places: set[tuple[str, int]] = set()

    def watched(name: str) -> Any:
        reads = getattr(QueryDict, name)

        def read(query: QueryDict, *words: Any, **more: Any) -> Any:
            caller = sys._getframe(1)
            while "/django/utils/datastructures" in caller.f_code.co_filename and caller.f_back is not None:
                caller = caller.f_back
            places.add((caller.f_code.co_filename, caller.f_lineno))
            return reads(query, *words, **more)

        return read

    with monkeypatch.context() as patched:
        for name in READS:
            patched.setattr(QueryDict, name, watched(name))
        yield places


@kinds_of_values
def test_every_address_with_hostile_query_causes_no_server_error(
    monkeypatch: pytest.MonkeyPatch, kinds: frozenset[str]
):
    """Code that has read all values for other pages gets one value only."""
    world = make_world()
    everyone = Viewers(world)
    stumbled: list[tuple[str, str]] = []
    through: Counter[tuple[str, int]] = Counter()
    for name, (path, _body, _how) in requests_of(world).items():
        if name.startswith("account_") or (name.startswith("api:") and name not in OF_THE_API):
            continue
        if STATUS[name, "GET", "organiser"] in REFUSED:
            continue
        values = hostile(kinds, ONCE_IN_ADDRESSES)
        sent = [dict.fromkeys(IN_ADDRESSES, value[:6000]) for value in values]
        with places_that_read(monkeypatch) as places:
            answers = [everyone.ask("organiser", "GET", path, {}, {}, query) for query in sent[:1]]
        if any(through[place] < ENOUGH for place in places):
            answers += [everyone.ask("organiser", "GET", path, {}, {}, query) for query in sent[1:]]
            through.update(places)
        stumbled += [
            (name, value[:20]) for value, answer in zip(values, answers, strict=False) if answer.status_code >= 500
        ]
    assert stumbled == []


@pytest.mark.parametrize("content", [b"", b"\0\xff\xfe", b"\xff" * 1000, b"9" * 300_000, "\ufeff3 Kong".encode()])
def test_upload_of_binary_files_never_causes_server_error(content):
    world = make_world()
    everyone = Viewers(world)
    slug = world.playing.slug
    for who, path, field in (
        ("organiser", f"/events/{slug}/decks/{world.mine.pk}/edit/", "file"),
        ("judge", f"/disputes/new/?event={slug}", "upload"),
        ("judge", f"/disputes/{world.unpublished.slug}/record/", "upload"),
    ):
        file = SimpleUploadedFile("x" * 190 + ".txt", content)
        answer = everyone.ask(who, "POST", path, {field: file, "title": "T"}, {})
        assert answer.status_code in (200, 302, 400), path


def test_upload_of_a_decklist_of_a_megabyte_is_refused():
    world = make_world()
    path = f"/events/{world.playing.slug}/decks/{world.mine.pk}/edit/"
    file = SimpleUploadedFile("list.txt", b"3 Kong\n" * 150_000)
    answer = Viewers(world).ask("organiser", "POST", path, {"file": file}, {})
    assert answer.status_code == 400
    assert "the limit is 78.1\N{NO-BREAK SPACE}KB" in answer.content.decode()


@pytest.mark.parametrize(
    "moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "2026-02-30T00:00Z", "\0"]
)
def test_filter_by_times_at_calendar_limits_has_no_server_error(client, moment):
    answer = client.get("/api/v1/events/", {"starts_after": moment, "starts_before": moment})
    assert answer.status_code in (200, 400)
