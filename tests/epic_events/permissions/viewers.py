"""Browsers of users with every relation to the site."""

from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.test import Client

from tests.epic_events.permissions.requests import Body
from tests.epic_events.world import VIEWERS, World


class Viewers:
    """Browsers of all viewers; the writes of each request are rolled back."""

    def __init__(self, world: World) -> None:
        self._clients = {who: Client() for who in VIEWERS}
        self._sessions = {}
        for who, user in world.people.items():
            if user is not None:
                self._clients[who].force_login(user)
                self._sessions[who] = self._clients[who].cookies["sessionid"].value

    def ask(self, who: str, method: str, path: str, body: Body, how: Body, query: Body | None = None) -> Any:
        cache.clear()
        client = self._clients[who]
        undo = transaction.savepoint()
        answer = client.get(path, query or {}) if method == "GET" else client.post(path, body, **how)
        transaction.savepoint_rollback(undo)
        if who in self._sessions:  # signing out takes the cookie away
            client.cookies["sessionid"] = self._sessions[who]
        return answer
