"""Webhook receiver for tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from standardwebhooks import Webhook as Receiver


class Program:
    """Received webhooks, verified by the reference library; responds with ``status``."""

    def __init__(self) -> None:
        self.secret = ""
        self.received: list[Any] = []
        self.numbers: list[str] = []
        self.status = 204
        self.elsewhere = ""
        self.address = ""


@contextmanager
def program() -> Iterator[Program]:
    """Run a local webhook receiver during the block."""
    made = Program()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.received.append(Receiver(made.secret).verify(body, dict(self.headers.items())))
            made.numbers.append(self.headers["webhook-id"])
            self.send_response(made.status)
            if made.elsewhere:
                self.send_header("Location", made.elsewhere)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            """Suppress logging."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.address = f"http://127.0.0.1:{server.server_port}/events"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
