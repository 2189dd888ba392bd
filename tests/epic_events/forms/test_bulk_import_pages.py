"""Bulk import pages save exactly the preview."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Model, QuerySet
from django.test import Client, RequestFactory
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.bulk_import.forms import differs_from_preview, preview_context
from epic_events.decks.models import CardPool, DeckVersion
from epic_events.events.models import Event
from epic_events.events.services.bulk_entry import MAX_CHARACTERS
from epic_events.pairings.models import ResultReport
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.decks.pools.dark_draft import cards, dealt_event
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user
from tests.epic_events.pairings.play import published_round, running_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ANOTHER = "The text has changed since you checked it"


@dataclass(frozen=True)
class Pasting:
    """A bulk import page.

    Attributes:
        event: event of the page.
        address: URL.
        user: signed-in user.
        texts: two valid texts, each with text of its preview.
        saved: queryset of saved rows.
        name: name of the field.
        save: data of the save button.
        more: further form data.
    """

    event: Event
    address: str
    user: User
    texts: tuple[tuple[str, str], tuple[str, str]]
    saved: QuerySet[Model]
    name: str = "text"
    save: tuple[str, str] = ("save", "1")
    more: dict[str, object] = field(default_factory=dict)


def players() -> Pasting:
    event = make_event()
    address, user = f"/events/{event.slug}/players/bulk/", make_staff(event)
    texts = (("name;rank\nAda;1\n", "1 player can be"), ("name;rank\nAda;1\nBo;2\n", "2 players can be"))
    return Pasting(event, address, user, texts, event.registrations.all())


def lists() -> Pasting:
    event = make_event(decklists_required=True)
    for name in ("Ada", "Ben"):
        make_registration(event, name=name)
    one = f"Player: Ada\n{legal_text()}"
    texts = ((one, "Save this decklist"), (f"{one}Player: Ben\n{legal_text(1)}", "Save these 2 decklists"))
    return Pasting(
        event, reverse("decks:bulk_import", args=[event.slug]), make_staff(event), texts, DeckVersion.objects.all()
    )


def pools() -> Pasting:
    event = dealt_event()
    for name in ("Ada", "Ben"):
        make_registration(event, name=name)
    one = f"Player: Ada\n{cards()}"
    texts = ((one, "Save this pool"), (f"{one}Player: Ben\n{cards(1)}", "Save these 2 pools"))
    address = reverse("decks:bulk_import_pools", args=[event.slug])
    return Pasting(event, address, make_staff(event), texts, CardPool.objects.all())


def results() -> Pasting:
    event, organiser = running_event(8, stage={"best_of": 3})
    round_ = published_round(event, organiser)
    texts = (("table,result\n1,2-1\n", "Save this result"), ("table,result\n1,2-1\n2,2-0\n", "Save these 2 results"))
    return Pasting(
        event,
        reverse("pairings:entry_block", args=[event.slug]),
        organiser,
        texts,
        ResultReport.objects.all(),
        save=("save", "all"),
        more={"round": round_.pk},
    )


def desk(page: Pasting) -> Client:
    client = Client()
    client.force_login(page.user)
    return client


def file_of(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("sent.csv", text.encode())


def as_a_browser_sends(page: str) -> dict[str, str]:
    """Return field and preview token as a browser sends them, with CRLF line endings."""
    typed = html.unescape(page[: page.index("</textarea>")].rpartition(">")[2]).removeprefix("\n")
    [version_token] = re.findall(r'name="shown" value="([0-9a-f]+)"', page)
    return {"typed": typed.replace("\r\n", "\n").replace("\n", "\r\n"), "shown": version_token}


def page_text(answer: object) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())  # type: ignore[attr-defined]


@pytest.mark.parametrize("make", [players, lists, pools, results])
@pytest.mark.parametrize("with_file", [False, True])
def test_bulk_import_saves_the_preview(make: Callable[[], Pasting], with_file: bool) -> None:
    page = make()
    client, ((one, shown_of_one), (two, shown_of_two)) = desk(page), page.texts
    before = page.saved.count()
    looked = client.post(page.address, {page.name: "", "file": file_of(one), **page.more})
    assert (shown_of_one in page_text(looked), ANOTHER in page_text(looked)) == (True, False)
    sent = as_a_browser_sends(looked.content.decode())
    save = {**page.more, **dict([page.save]), "shown": sent["shown"]}
    other = {page.name: sent["typed"], "file": file_of(two)} if with_file else {page.name: two.replace("\n", "\r\n")}
    answer = client.post(page.address, {**save, **other})
    assert (answer.status_code, page.saved.count()) == (200, before), "nothing that was not shown is saved"
    assert (ANOTHER in page_text(answer), shown_of_two in page_text(answer)) == (True, True)
    sent = as_a_browser_sends(answer.content.decode())
    answer = client.post(page.address, {**save, page.name: sent["typed"], "shown": sent["shown"]})
    assert (answer.status_code, page.saved.count()) == (302, before + 2)


@pytest.mark.parametrize("make", [players, lists, pools, results])
def test_previewed_file_is_saved_from_the_field(make: Callable[[], Pasting]) -> None:
    page = make()
    client, (_one, (two, _shown)) = desk(page), page.texts
    before = page.saved.count()
    text = "\N{BYTE ORDER MARK}\r\n" + two.replace("\n", "\r\n")
    sent = as_a_browser_sends(client.post(page.address, {"file": file_of(text), **page.more}).content.decode())
    save = {**page.more, **dict([page.save]), page.name: sent["typed"], "shown": sent["shown"]}
    assert client.post(page.address, save).status_code == 302
    assert page.saved.count() == before + 2


@pytest.mark.parametrize("make", [players, lists, pools, results])
def test_refused_file_fills_the_field(make: Callable[[], Pasting]) -> None:
    page = make()
    text = "Rank,Who,Deck\n1,Nobody,Humans\n2,Nobody else,Wild\n"
    answer = desk(page).post(page.address, {"file": file_of(text), **page.more})
    assert answer.status_code == 400
    assert text in html.unescape(answer.content.decode())


def test_previewed_results_of_another_round_are_previewed_again() -> None:
    page = results()
    client, ((text, _shown), _two) = desk(page), page.texts
    sent = as_a_browser_sends(client.post(page.address, {"text": text, **page.more}).content.decode())
    request = RequestFactory().post("/", {"shown": sent["shown"]})
    assert not differs_from_preview(request, text, page.more["round"])
    assert differs_from_preview(request, text, int(str(page.more["round"])) + 1)


def test_text_of_the_largest_file_fits_the_field() -> None:
    event = make_event()
    client = Client()
    client.force_login(make_staff(event))
    text = "Ada\n".ljust(MAX_CHARACTERS - 1, "\n") + "x"
    address = f"/events/{event.slug}/players/bulk/"
    sent = as_a_browser_sends(client.post(address, {"file": file_of(text)}).content.decode())
    assert len(sent["typed"]) > MAX_CHARACTERS
    answer = client.post(address, {"text": sent["typed"], "shown": sent["shown"], "save": "1"})
    assert (answer.status_code, event.registrations.count()) == (302, 2)


def test_refused_pool_file_fills_the_field() -> None:
    event = dealt_event()
    entry = make_registration(event, user=make_user("Ada"))
    client = Client()
    client.force_login(make_staff(event))
    answer = client.post(reverse("decks:pool", args=[event.slug, entry.pk]), {"file": file_of("1 Konng\n")})
    assert (answer.status_code, "1 Konng\n</textarea>" in answer.content.decode()) == (400, True)


def test_differs_from_preview_ignores_line_endings() -> None:
    text = "\N{BYTE ORDER MARK}\na\tb\n\nc\rd\n"
    sent = RequestFactory().post("/", {"shown": preview_context(text, another=False)["shown_text"]})
    for same in (text, "a\tb\r\n\r\nc\r\nd", "\r\n\r\na\tb\r\n\r\nc\r\nd\r\n\r\n"):
        assert not differs_from_preview(sent, same)
    for other in ("a\tb\n\nc d", "a\tb\nc\nd", "a b\n\nc\nd", ""):
        assert differs_from_preview(sent, other)
    assert not differs_from_preview(RequestFactory().post("/"), text), "a program that never looked"
