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
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tools.faults.loss import Loss

RETRY_SECONDS = 0.5
"""Seconds until a write without response, or with a status in ``RETRY_STATUSES``, is retried."""
PATIENCE = 180.0
"""Seconds after which a client gives up."""
TIMEOUT = 30.0
"""Seconds that a client waits for a response."""
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


class Response(NamedTuple):
    """A response.

    Attributes:
        status: 0 if there was none.
        answer: decoded JSON of the API; empty for pages.
    """

    status: int
    answer: dict[str, Any] = {}  # noqa: RUF012 - never changed


@dataclass
class Write:
    """A write and its responses.

    Attributes:
        kind: result, entry, confirm, registration, list, lock, call, penalty, dispute, photo, pair, publish, clock or
            extension.
        key: values that identify it in the database.
        request: the request.
        fields: the values that were sent, by name; those of the response are added.
        page: returns a page that shows the write, and the texts to look for.
        answer: the response by which it was accepted; empty for pages and before.
        fault: the fault during which it was first sent.
        accepted: monotonic time at which it was accepted, or None.
        ended: True if it is sent no more.
        cut_off: number of attempts without a response.
        later: number of responses that ask to retry.
        refused: other statuses of responses.
        silent: longest wait for a response, in seconds.
    """

    kind: str
    key: tuple[object, ...]
    request: Request
    fields: dict[str, object] = field(default_factory=dict)
    page: Callable[[], tuple[str, tuple[str, ...]]] | None = None
    answer: dict[str, Any] = field(default_factory=dict)
    fault: str = ""
    accepted: float | None = None
    ended: bool = False
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


def send(base: str, request: Request, timeout: float = TIMEOUT) -> Response:
    """Send a request once; the status is 0 if there was no response."""
    asked = urllib.request.Request(base + request.path, data=request.body, headers=request.headers)
    try:
        with _OPENER.open(asked, timeout=timeout) as got:
            return decode_response(request, int(got.status), "", got.read())
    except urllib.error.HTTPError as answered:
        with answered:
            cookies = str(answered.headers.get_all("Set-Cookie", []))
            return decode_response(request, int(answered.code), cookies, b"")
    except (OSError, HTTPException):
        return Response(0)


def decode_response(request: Request, status: int, cookies: str, body: bytes) -> Response:
    """Return the response; an accepted form is a redirect that ends its draft."""
    if request.draft:
        return Response(200 if status == 302 and request.draft in cookies else status)
    try:
        answer = json.loads(body or b"{}")
    except ValueError:  # cut off: the write is sent again with its key
        return Response(0)
    return Response(status, answer if isinstance(answer, dict) else {"rows": answer})


class Writers:
    """Several clients that send writes at a steady rate.

    Attributes:
        writes: all writes that were begun.
    """

    def __init__(
        self,
        send_once: Callable[[Request], Response],
        coming: Iterator[Write | None],
        *,
        rate: float,
        clients: int,
        loss: Loss,
        patience: float = PATIENCE,
    ) -> None:
        self.writes: list[Write] = []
        self._send, self._coming, self._loss = send_once, coming, loss
        self._pause, self._patience = clients / rate, patience
        self._lock = threading.Lock()
        self._fault = ""
        self._ended, self._cancelled = threading.Event(), threading.Event()
        self._threads = [threading.Thread(target=self.run_client, daemon=True) for _each in range(clients)]

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the clients; at the end wait until each has finished its write.

        After an error they are not waited for.
        """
        for thread in self._threads:
            thread.start()
        try:
            yield
        except BaseException:
            self._ended.set()
            self._cancelled.set()
            raise
        self._ended.set()
        until = time.monotonic() + self._patience + 2 * TIMEOUT
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))
        if stuck := sum(thread.is_alive() for thread in self._threads):
            print(f"  {stuck} clients still wait for a response and are left", flush=True)

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

    def run_client(self) -> None:
        """Send writes one after the other until there are no more."""
        while not self._ended.is_set():
            begun = time.monotonic()
            with self._lock:
                try:
                    write = next(self._coming)
                except StopIteration:
                    return
                if write is not None:
                    write.fault = self._fault
                    self.writes.append(write)
            if write is not None:
                self._persist(write)
                write.ended = True
            self._ended.wait(max(0.0, self._pause - (time.monotonic() - begun)))

    def _persist(self, write: Write) -> None:
        if self._loss.drops(write.kind):
            write.accepted = time.monotonic()
        else:
            persist(write, lambda: self._send(write.request), self._patience, cancelled=self._cancelled)


def persist(
    write: Write,
    sent: Callable[[], Response],
    patience: float = PATIENCE,
    again: float = RETRY_SECONDS,
    cancelled: threading.Event | None = None,
) -> None:
    """Send a write until it has a final response, and record the responses."""
    until = time.monotonic() + patience
    cancelled = cancelled or threading.Event()
    while time.monotonic() < until and not cancelled.is_set():
        begun = time.monotonic()
        status, answer = sent()
        now = time.monotonic()
        write.silent = max(write.silent, now - begun)
        if 200 <= status < 300:
            write.answer, write.accepted = answer, now
            return
        if status == 0:
            write.cut_off += 1
        elif status in RETRY_STATUSES:
            write.later += 1
        else:
            write.refused.append(status)
            if status < 500:
                return
        cancelled.wait(again)
