"""Local receivers of mails and webhooks, which can be stopped and started."""

import re
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import StreamRequestHandler, TCPServer, ThreadingTCPServer
from threading import Lock, Thread
from typing import Any

from standardwebhooks import Webhook, WebhookVerificationError

from tools.faults.loss import Loss

MARK = re.compile(r"lock-\d+")
"""The reason in the mails about locked decklists."""


@dataclass
class Received:
    """What arrived.

    Attributes:
        mails: by Message-ID, one item for each time the mail arrived.
        deliveries: by id and webhook, one body for each time the delivery arrived.
        errors: deliveries with a wrong signature or id.
        secrets: secret of each webhook by its path.
    """

    mails: dict[str, list[EmailMessage]] = field(default_factory=dict)
    deliveries: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    secrets: dict[str, str] = field(default_factory=dict)

    def mail_rows(self) -> dict[tuple[object, ...], list[dict[str, object]]]:
        """Return the mails about decklists by reason.

        A mail that arrived again with its Message-ID is one mail, as for mail programs.
        """
        rows: dict[tuple[object, ...], list[dict[str, object]]] = {}
        for every in list(self.mails.values()):
            mail = every[0]
            if found := MARK.search(mail.get_content()):
                row = {"to": mail["To"], "locked": "is locked" in mail["Subject"]}
                rows.setdefault((found.group(),), []).append(row)
        return rows

    def delivery_rows(self) -> dict[tuple[object, ...], list[dict[str, object]]]:
        """Return the deliveries by id; repeated ones count once if their bodies are equal."""
        return {
            (key,): [body for at, body in enumerate(bodies) if body not in bodies[:at]]
            for key, bodies in list(self.deliveries.items())
        }

    def count_repeated(self) -> int:
        """Return how many mails and deliveries arrived again with the same id."""
        times = [*map(len, list(self.mails.values())), *map(len, list(self.deliveries.values()))]
        return sum(times) - len(times)


class Receivers:
    """A mail server and a webhook receiver on the loopback interface.

    Attributes:
        received: what arrived.
    """

    def __init__(self, loss: Loss) -> None:
        self.received, self._loss, self._lock = Received(), loss, Lock()
        self._ports = [0, 0]
        self._servers: list[TCPServer] = []

    @property
    def mail_url(self) -> str:
        """The ``EMAIL_URL`` of the mail server."""
        return f"smtp://127.0.0.1:{self._ports[0]}"

    def address(self, name: str) -> str:
        """Return the URL of a webhook."""
        return f"http://127.0.0.1:{self._ports[1]}/{name}"

    def start(self) -> None:
        """Start both receivers, again on the same ports."""
        kinds = (_Smtp, _Http)
        self._servers = [kind(("127.0.0.1", port), self) for kind, port in zip(kinds, self._ports, strict=True)]
        self._ports = [int(server.socket.getsockname()[1]) for server in self._servers]
        for server in self._servers:
            Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        """Stop both receivers; connections are refused."""
        for server in self._servers:
            server.shutdown()
            server.server_close()
        self._servers = []

    def take_mail(self, content: bytes) -> None:
        """Store a mail."""
        mail = message_from_bytes(content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        if self._loss.drops("mail"):
            return
        with self._lock:
            self.received.mails.setdefault(str(mail["Message-ID"]), []).append(mail)

    def take_delivery(self, path: str, headers: dict[str, str], body: bytes) -> bool:
        """Verify and store a delivery; return False to refuse it.

        One with the time of a wrong clock is refused as receivers do, and has to come again.
        """
        try:
            content = Webhook(self.received.secrets[path.strip("/")]).verify(body, headers)
        except (KeyError, WebhookVerificationError) as error:
            if "timestamp" not in str(error):
                self.received.errors.append(f"webhook {path}: {error}")
            return False
        if self._loss.drops("webhook"):
            return True
        number = headers.get("webhook-id", "")
        with self._lock:
            if number != f"change_{content['id']}":
                self.received.errors.append(f"webhook {path}: id {number} for change {content['id']}")
            self.received.deliveries.setdefault(f"{path.strip('/')} {content['id']}", []).append(content)
        return True


class _MailHandler(StreamRequestHandler):
    """The part of SMTP that a client needs to deliver mails."""

    timeout = 30
    server: "_Smtp"

    def handle(self) -> None:
        self._reply("220 ready")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self._reply("354 go ahead")
                self.server.owner.take_mail(self._read_content())
            self._reply("221 bye" if verb == b"QUIT" else "250 ok")
            if verb == b"QUIT":
                return

    def _read_content(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        return b"".join(lines)

    def _reply(self, words: str) -> None:
        self.wfile.write(f"{words}\r\n".encode())


class _Smtp(ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True

    def __init__(self, address: tuple[str, int], owner: Receivers) -> None:
        self.owner = owner
        super().__init__(address, _MailHandler)


class _HookHandler(BaseHTTPRequestHandler):
    timeout = 30
    server: "_Http"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.send_response(204 if self.server.owner.take_delivery(self.path, headers, body) else 400)
        self.end_headers()

    def log_message(self, *_arguments: object) -> None:
        """Print nothing."""


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], owner: Receivers) -> None:
        self.owner = owner
        super().__init__(address, _HookHandler)
