"""What the API and the pages of the site give for each write."""

import hashlib
import html
import json
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from http.client import HTTPException
from typing import Any

from django.urls import reverse

from epic_events.disputes.models import Evidence
from tools.faults.event import Cast
from tools.faults.stored import Rows
from tools.faults.writers import Write

Fetch = Callable[[str, dict[str, str]], bytes]
"""Returns the body of a GET request from path and headers."""
PAGE_SIZE = 200
STEPS = {"clock.started": "start", "clock.paused": "pause", "clock.resumed": "resume", "clock.added": "add"}


class UnreadableError(Exception):
    """A page or endpoint gave no content; the message names it."""


def fetch_from(base: str, patience: float = 60.0) -> Fetch:
    """Return a function that fetches from a site.

    It waits while the site is unavailable or its rate limits are exceeded.
    """

    def fetch(path: str, headers: dict[str, str]) -> bytes:
        until = time.monotonic() + patience
        while True:
            try:
                with urllib.request.urlopen(
                    urllib.request.Request(base + path, headers=headers), timeout=patience
                ) as got:
                    return bytes(got.read())
            except (OSError, HTTPException) as error:
                status = error.code if isinstance(error, urllib.error.HTTPError) else 0
                if status not in (0, 429, 503) or time.monotonic() > until:
                    raise UnreadableError(f"{path}: {error}") from error
            time.sleep(1)

    return fetch


class Served:
    """Reads API and pages as a site administrator.

    Attributes:
        errors: one message for each kind that cannot be read.
    """

    def __init__(self, cast: Cast, fetch: Fetch) -> None:
        self._cast, self._fetch = cast, fetch
        self._pages: dict[str, str] = {}
        self.errors: list[str] = []

    def load_rows(self, writes: Iterable[Write]) -> dict[str, Rows]:
        """Return the rows of the API for all kinds of writes that were sent."""
        kinds, rows = {write.kind for write in writes}, {}
        for kind, load in _LOADERS.items():
            if kind in kinds:
                try:
                    rows[kind] = load(self)
                except UnreadableError as error:
                    self.errors.append(str(error))
        return rows

    def missing_words(self, write: Write) -> str:
        """Return the page of a write if it does not show it; otherwise nothing."""
        if write.page is None:
            return ""
        path, words = write.page()
        if path not in self._pages:
            try:
                raw = self._fetch(path, {"Cookie": f"sessionid={self._cast.reader.cookie}"})
            except UnreadableError as error:
                return str(error)
            self._pages[path] = html.unescape(raw.decode())
        missing = [word for word in words if word not in self._pages[path]]
        return f"{path} without {', '.join(missing)}" if missing else ""

    def _get(self, path: str) -> Any:
        return json.loads(self._fetch(path, {"Authorization": f"Bearer {self._cast.reader.token}"}))

    def _list(self, name: str, slug: str, query: str = "") -> Iterator[dict[str, Any]]:
        """Yield the rows of all pages of a list."""
        number, more = 1, True
        while more:
            page = self._get(f"{reverse(f'api:{name}', args=[slug])}?page={number}&page_size={PAGE_SIZE}{query}")
            yield from page["results"]
            number, more = number + 1, bool(page["next"])

    def changes(self, slug: str, kinds: str = "") -> Iterator[dict[str, Any]]:
        """Yield the changes of an event."""
        after, more = 0, True
        only = f"&kinds={kinds}" if kinds else ""
        while more:
            page = self._get(f"{reverse('api:changes', args=[slug])}?limit=500&after={after}{only}")
            yield from page["changes"]
            after, more = page["next"], page["more"]

    def _main(self) -> str:
        return self._cast.stage.event.slug

    def _matches(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for slug in (self._main(), *(side.slug for side in self._cast.sides)):
            for match in self._list("matches", slug):
                yield slug, match

    def _results(self) -> Rows:
        """Return the wins of the main event's tables for each of their players' reports."""
        rows: Rows = {}
        users = {numbers[0]: user for user, numbers in self._cast.numbers.items()}
        for match in self._list("matches", self._main()):
            for seat in match["seats"]:
                rows[(match["id"], users.get(seat["registration"]))] = [_score(match)]
        return rows

    def _confirmations(self) -> Rows:
        matches = self._list("matches", self._main())
        return {(match["id"],): [_score(match)] for match in matches if match["status"] == "confirmed"}

    def _entries(self) -> Rows:
        rounds = {
            (slug, round_["number"]): round_["id"]
            for slug in (self._main(), *(side.slug for side in self._cast.sides))
            for round_ in self._list("rounds", slug)
        }
        return {
            (rounds[slug, match["round"]], match["table"]): [_score(match)]
            for slug, match in self._matches()
            if match["status"] == "confirmed"
        }

    def _registrations(self) -> Rows:
        rows = self._list("registrations", self._cast.entries)
        return _by(rows, lambda row: (row["name"],), "name", "status")

    def _lists(self) -> Rows:
        users = {numbers[1]: user for user, numbers in self._cast.numbers.items()}
        rows: Rows = defaultdict(list)
        for row in self._list("decklists", self._cast.stage.following.slug):
            values = {"text": row["submission"]["text"], "registration": row["registration"]}
            rows[(users[row["registration"]],)].append(values)
        return dict(rows)

    def _calls(self) -> Rows:
        return _by(self._list("calls", self._main()), lambda row: (row["reason"],), "match", "reason")

    def _penalties(self) -> Rows:
        fields = ("registration", "infraction", "level", "note")
        return _by(self._list("penalties", self._main()), lambda row: (row["note"],), *fields)

    def _disputes(self) -> Rows:
        rows: Rows = defaultdict(list)
        page: dict[str, Any] = {"next": True}
        number = 1
        while page["next"]:
            page = self._get(f"{reverse('api:disputes')}?event={self._main()}&page={number}&page_size={PAGE_SIZE}")
            for row in page["results"]:
                rows[(row["title"],)].append({"title": row["title"], "event": row["event"]})
            number += 1
        return dict(rows)

    def _rounds(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for side in self._cast.sides:
            for row in self._list("rounds", side.slug):
                yield side.slug, row

    def _pairs(self) -> Rows:
        return {(slug, row["number"]): [{"id": row["id"], "seed": row["seed"]}] for slug, row in self._rounds()}

    def _published(self) -> Rows:
        return {
            (slug, row["number"]): [{"published_at": row["published_at"]}]
            for slug, row in self._rounds()
            if row["published_at"]
        }

    def _clocks(self) -> Rows:
        rows: Rows = defaultdict(list)
        for side in self._cast.sides:
            for change in self.changes(side.slug, "clock"):
                key = (change["subject"]["id"], STEPS[change["type"]])
                rows[key].append({"minutes": change["facts"].get("minutes", 0)})
        return dict(rows)

    def _extensions(self) -> Rows:
        rows: Rows = defaultdict(list)
        for side in self._cast.sides:
            for change in self.changes(side.slug, "match"):
                rows[(change["subject"]["id"],)].append({"minutes": change["facts"]["minutes"]})
        return dict(rows)

    def _photos(self) -> Rows:
        """Return the digests of the photos that pages show."""
        rows: Rows = defaultdict(list)
        photos = Evidence.objects.filter(photo__isnull=False).values_list("dispute__slug", "number", "who", "statement")
        for slug, number, who, statement in photos:
            path = reverse("disputes:photo", args=[slug, number])
            shown = self._fetch(path, {"Cookie": f"sessionid={self._cast.reader.cookie}"})
            rows[(who,)].append({"statement": statement, "digest": hashlib.sha256(shown).hexdigest()})
        return dict(rows)

    def _deliveries(self) -> Rows:
        return {
            (f"{side.webhook} {change['id']}",): [change]
            for side in self._cast.sides
            for change in self.changes(side.slug)
            if not change["type"].startswith("webhook.")
        }


def _score(match: dict[str, Any]) -> dict[str, object]:
    """Return the final score of a match, or the reported one."""
    if match["reported"]:
        return {name: match["reported"][name] for name in ("game_wins", "result_kind")}
    return {"game_wins": [seat["game_wins"] for seat in match["seats"]], "result_kind": match["result_kind"]}


def _by(rows: Iterable[dict[str, Any]], key: Callable[[dict[str, Any]], tuple[object, ...]], *fields: str) -> Rows:
    found: Rows = defaultdict(list)
    for row in rows:
        found[key(row)].append({name: row[name] for name in fields})
    return dict(found)


_LOADERS: dict[str, Callable[[Served], Rows]] = {
    "result": Served._results, "entry": Served._entries, "confirm": Served._confirmations,
    "registration": Served._registrations, "list": Served._lists, "call": Served._calls,
    "penalty": Served._penalties, "dispute": Served._disputes, "pair": Served._pairs, "publish": Served._published,
    "clock": Served._clocks, "extension": Served._extensions, "photo": Served._photos,
    "webhook": Served._deliveries,
}  # fmt: skip
"""Locks are not in the API; pages show them."""
