"""Clients that retry each write, with an idempotency key, until it is answered.

Accepted writes are recorded outside the site and later compared with the database.
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
"""Kinds of writes."""
RETRY_SECONDS = 0.5
"""Seconds until a write without response, or with a status in ``RETRY_STATUSES``, is retried."""
PATIENCE = 180.0
"""Seconds after which a client gives up."""
CSRF = "a" * 32
RETRY_STATUSES = frozenset({409, 429, 502, 503, 504})
"""Statuses after which a write is retried: in progress, rate limit, unavailable."""
BOUNDARY = "between-the-parts"


@dataclass(frozen=True)
class Request:
    """An HTTP request.

    Attributes:
        path: path on the site.
        headers: with the token or the cookie of the user.
        body: encoded body.
        draft: draft key of a form, which the response sets as a cookie if the form was accepted; empty for the API.
    """

    path: str
    headers: dict[str, str]
    body: bytes
    draft: str = ""


@dataclass
class Write:
    """A write and its responses.

    Attributes:
        kind: result, call, list, dispute or photo.
        key: values that identify it in the database.
        request: the request.
        fault: the fault during which it was first sent.
        accepted: monotonic time at which it was accepted, or None.
        cut_off: number of attempts without a response.
        later: number of responses that ask to retry.
        refused: other statuses of responses.
        silent: longest wait for a response, in seconds.
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
    """Return an API request with an idempotency key."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": key}
    return Request(path, headers, json.dumps(body).encode())


def _as_browser(cookie: str) -> dict[str, str]:
    return {"Cookie": f"sessionid={cookie}; csrftoken={CSRF}"}


def _draft(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def _hidden(key: str) -> dict[str, str]:
    """Return the hidden fields of a form."""
    return {"csrfmiddlewaretoken": CSRF, "request_key": key, "draft": _draft(key)}


def form_request(path: str, cookie: str, key: str, fields: dict[str, str]) -> Request:
    """Return a form submission as a browser sends it."""
    headers = {**_as_browser(cookie), "Content-Type": "application/x-www-form-urlencoded"}
    return Request(path, headers, urlencode({**fields, **_hidden(key)}).encode(), _draft(key))


def upload_request(path: str, cookie: str, key: str, fields: dict[str, str], file: tuple[str, str, bytes]) -> Request:
    """Return a form submission with a file, given as (field, name, content)."""
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
        """Do not follow the redirect; it is the response to the form."""


_OPENER = urllib.request.build_opener(_NoRedirect)


def send(base: str, request: Request, timeout: float = 30.0) -> int:
    """Send a request once; return the status, or 0 if there was no response."""
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
    """Several clients that send writes at a steady rate.

    Attributes:
        writes: all writes that were begun.
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
        """Run the clients; at the end wait until each has finished its write."""
        for thread in self._threads:
            thread.start()
        try:
            yield
        finally:
            self._ended.set()
            for thread in self._threads:
                thread.join(PATIENCE + 60)

    def set_fault(self, fault: str) -> None:
        """Set the fault to which writes from now on belong."""
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
    """Send a write until it has a final response, and record the responses."""
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
