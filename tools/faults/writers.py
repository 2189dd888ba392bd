"""Clients that retry each write, with an idempotency key, until it is answered.

What was accepted is kept here, apart from the site, to be compared with what the database holds afterwards.
"""

import hashlib
import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any
from urllib.parse import urlencode

KINDS = ("result", "call", "list", "dispute", "photo")
"""What is written."""
RETRY_SECONDS = 0.5
"""Seconds after which a write is sent once more that was not answered, or told to come later."""
PATIENCE = 180.0
"""Seconds after which a client gives a write up: nothing recovers by itself any more."""
CSRF = "a" * 32
RETRY_STATUSES = frozenset({409, 429, 502, 503, 504})
"""Statuses that ask to send the same again: under way, too often, away."""
BOUNDARY = "between-the-parts"


@dataclass(frozen=True)
class Request:
    """What is sent.

    Attributes:
        path: from the root of the site.
        headers: with the token or the cookie of its sender.
        body: as it goes over the wire.
        draft: of a form: under which name the answer tells the browser that it was taken; empty for a program's.
    """

    path: str
    headers: dict[str, str]
    body: bytes
    draft: str = ""


@dataclass
class Write:
    """One write, and what became of it.

    Attributes:
        kind: result, call, list, dispute or photo.
        key: by which it is found again in the database, with whatever else that takes.
        request: what is sent.
        fault: during which it was sent first.
        accepted: when it was answered as done, on the clock of this process; None when it was not.
        cut_off: how often no answer came.
        later: how often the answer was to come later.
        refused: any other status that was answered.
        silent: the most seconds that one try waited for its answer.
    """

    kind: str
    key: tuple[object, ...]
    request: Request
    fault: str = ""
    accepted: float | None = None
    cut_off: int = 0
    later: int = 0
    refused: list[int] = field(default_factory=list)
    silent: float = 0.0


def api_request(path: str, token: str, key: str, body: dict[str, Any]) -> Request:
    """Return a write to the API, under a key by which the site knows it when it comes again."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": key}
    return Request(path, headers, json.dumps(body).encode())


def _as_browser(cookie: str) -> dict[str, str]:
    return {"Cookie": f"sessionid={cookie}; csrftoken={CSRF}"}


def _draft(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def _hidden(key: str) -> dict[str, str]:
    """Return what every form of the site carries along."""
    return {"csrfmiddlewaretoken": CSRF, "request_key": key, "draft": _draft(key)}


def form_request(path: str, cookie: str, key: str, fields: dict[str, str]) -> Request:
    """Return a form of a page, as a browser sends it."""
    headers = {**_as_browser(cookie), "Content-Type": "application/x-www-form-urlencoded"}
    return Request(path, headers, urlencode({**fields, **_hidden(key)}).encode(), _draft(key))


def upload_request(path: str, cookie: str, key: str, fields: dict[str, str], file: tuple[str, str, bytes]) -> Request:
    """Return a form with a file, given as (field, name, content)."""
    name, called, content = file
    words = {**fields, **_hidden(key)}
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{each}"\r\n\r\n{value}\r\n'.encode()
        for each, value in words.items()
    ]
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="{called}"\r\n'
    parts += [f"{head}Content-Type: image/png\r\n\r\n".encode(), content, f"\r\n--{BOUNDARY}--\r\n".encode()]
    headers = {**_as_browser(cookie), "Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    return Request(path, headers, b"".join(parts), _draft(key))


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: Any, **_more: Any) -> None:
        """Leave the way on to the caller: that a form leads on is its answer."""


_OPENER = urllib.request.build_opener(_NoRedirect)


def send(base: str, request: Request, timeout: float = 30.0) -> int:
    """Send a write once; return the status of the answer, 0 when none came."""
    asked = urllib.request.Request(base + request.path, data=request.body, headers=request.headers)
    try:
        with _OPENER.open(asked, timeout=timeout) as got:
            got.read()
            return int(got.status)
    except urllib.error.HTTPError as answered:
        with answered:
            taken = request.draft and request.draft in str(answered.headers.get_all("Set-Cookie", []))
            return 200 if answered.code == 302 and taken else int(answered.code)
    except (OSError, HTTPException):
        return 0


class Writers:
    """Several clients at a steady rate, until told to stop.

    Attributes:
        writes: all that were begun.
    """

    def __init__(self, base: str, coming: Iterator[Write], *, rate: float, clients: int) -> None:
        self.writes: list[Write] = []
        self._base, self._coming = base, coming
        self._pause = clients / rate
        self._lock = threading.Lock()
        self._fault = ""
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._client, daemon=True) for _each in range(clients)]

    @contextmanager
    def running(self) -> Iterator[None]:
        """Let them write meanwhile; afterwards each has finished what it was at."""
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._ended.set()
            for thread in self._threads:
                thread.join(PATIENCE + 60)

    def set_fault(self, fault: str) -> None:
        """Say what fails from now on: writes begun from here count to it."""
        with self._lock:
            self._fault = fault

    def accepted_since(self, moment: float) -> dict[str, float]:
        """Return when the first write of each kind was accepted after a moment."""
        with self._lock:
            found: dict[str, float] = {}
            for write in self.writes:
                if write.accepted is not None and write.accepted > moment:
                    found[write.kind] = min(write.accepted, found.get(write.kind, write.accepted))
        return found

    def _client(self) -> None:
        while not self._ended.is_set():
            begun = time.monotonic()
            with self._lock:
                write = next(self._coming, None)
                if write is None:
                    return
                write.fault = self._fault
                self.writes.append(write)
            persist(write, lambda: send(self._base, write.request))  # noqa: B023 - it is called at once
            self._ended.wait(max(0.0, self._pause - (time.monotonic() - begun)))


def persist(write: Write, sent: Callable[[], int], patience: float = PATIENCE, again: float = RETRY_SECONDS) -> None:
    """Send a write until it is answered for good, and note what came of it."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        begun = time.monotonic()
        status = sent()
        now = time.monotonic()
        write.silent = max(write.silent, now - begun)
        if 200 <= status < 300:
            write.accepted = now
            return
        if status == 0:
            write.cut_off += 1
        elif status in RETRY_STATUSES:
            write.later += 1
        else:
            write.refused.append(status)
            if status < 500:
                return
        time.sleep(again)
