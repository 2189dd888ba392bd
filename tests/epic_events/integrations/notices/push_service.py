"""Push service for tests that decrypts messages as a browser would."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SITE_KEY = "uAQp9s_PWU4Fpl6tHsbsoBNoYDPz7b5SuwWrYYLwXPg"  # made for these tests
SECRET = b"sixteen bytes ok"


class PushService:
    """Decrypted messages of a push service that responds with ``status``."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.received: list[dict[str, Any]] = []
        self.headers: list[Message] = []
        self.status = 201
        self.address = ""

    @property
    def subscription(self) -> dict[str, str]:
        """Return a subscription as a browser provides it."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.address}/one", "p256dh": _text(point), "auth": _text(SECRET)}

    def take(self, body: bytes, headers: Message) -> int:
        opened = http_ece.decrypt(body, private_key=self.key, auth_secret=SECRET, version="aes128gcm")
        self.received.append(json.loads(opened))
        self.headers.append(headers)
        return self.status


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a local push service during the block."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(service.take(body, self.headers))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Suppress logging."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service.address = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
