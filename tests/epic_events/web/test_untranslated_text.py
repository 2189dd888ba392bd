"""All text of the main pages is translatable."""

import re

import pytest
from django.conf import settings
from django.test import Client

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration
from tests.epic_events.permissions.requests import requests_of
from tests.epic_events.world import make_world
from tools.translations.pseudo_translation import find_unmarked_text, mark_translations

pytestmark = pytest.mark.django_db
OF_AN_EVENT = (
    "events:detail", "events:players", "events:staff", "events:audit_log", "events:edit", "pairings:rounds",
    "pairings:standings", "pairings:desk", "pairings:entry", "pairings:repairs", "clock:page", "decks:list",
    "judging:board", "judging:checks", "web:files", "web:duplicate", "webhooks:page",
)  # fmt: skip
OF_ALL = (
    "/",
    "/me/",
    "/me/notices/",
    "/accounts/access/",
    "/accounts/language/",
    "/accounts/email/",
    "/accounts/second-factor/",
    "/events/",
    "/events/create/",
    "/rulings/",
    "/disputes/",
    "/rules/?q=xyzzy",
    "/there-is-no-such-page/",
)
TYPED = {
    "A okapi sat on it.", "The binturong blocks.", "Was it legal?", "tarsier", "capybara", "axolotl",
    "typed for the player", "https://example.com/hook", "xyzzy", "It may.",
    "Meaning of airborne",
}  # fmt: skip
OF_GAMES = re.compile(
    r"\b(CSV|JSON|TRF|NRTM|QR|PDF|CES?T|UTC|Markdown|Europe|Berlin|Champions|Epic|Card|Game|TCG|HEX|Shards|Fate|Warhammer|Sigmar"
    r"|Age of|Rule Book|Rules|Rulebook|Complete|Full Constructed|testserver|localhost)\b"
)


def names_there() -> list[str]:
    """Return names and typed texts, longest first."""
    found = {settings.SITE_NAME, "English", "Deutsch", *TYPED}
    for rows in (
        Event.objects.values_list("name", "place", "slug"),
        Registration.objects.values_list("name"),
        User.objects.values_list("name", "email"),
    ):
        found |= {each for row in rows for each in row if each}
    return sorted(found, key=len, reverse=True)


def test_main_pages_contain_translatable_text_only() -> None:
    world = make_world()
    names = names_there()
    addresses = {*OF_ALL, *(path for name, (path, _b, _h) in requests_of(world).items() if name in OF_AN_EVENT)}
    assert len(addresses) > len(OF_ALL) + 10
    found = []
    with mark_translations("de"):
        for who in ("organiser", "seated"):
            client = Client(headers={"Accept-Language": "de"})
            user = world.people[who]
            assert user is not None
            client.force_login(user)
            for path in sorted(addresses):
                answer = client.get(path)
                if not answer.get("Content-Type", "").startswith("text/html") or answer.status_code == 302:
                    continue
                for line in find_unmarked_text(answer.content.decode()):
                    left = line
                    for name in names:
                        left = left.replace(name, "")
                    if re.search(r"[^\W\d_]{3,}", OF_GAMES.sub("", left)):
                        found.append((path, line))
    assert "\n".join(f"{path}: {line}" for path, line in sorted(set(found))) == ""


def test_find_unmarked_text_finds_untranslated_text() -> None:
    page = '<p>⟦Round⟧ 3</p><p title="Seat">⟦of ⟦8⟧ players⟧ left <b>Tables</b></p><bdi>Anna</bdi><script>x</script>'
    assert find_unmarked_text(page) == ["Seat", "left", "Tables"]
