"""Hidden cards of a dispute for each viewer, on pages, in text and PDF.

Folded sections are printed and page sources are readable, so hidden cards must not be in the response at all.
"""

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from epic_events.disputes.decisions.services import announce
from epic_events.disputes.models import Dispute
from epic_events.disputes.services import add_evidence, save_what_if
from epic_events.documents import services as prints
from epic_events.documents.models import Print
from epic_events.events.models import Event
from epic_events.judging.decisions.validation import DecisionContent
from tests.epic_events.api.cast import make_cast
from tests.epic_events.disputes.decisions.test_decisions import browser, disputed
from tests.epic_events.disputes.records import HEAD, judge
from tests.epic_events.disputes.test_pages import published, signed_in
from tests.epic_events.factories import at, make_event
from tests.rules.champions import positions

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@dataclass(frozen=True)
class PlayedRecord:
    """A record in which each player knows something that the other does not.

    Attributes:
        record: text, ending with an illegal play whose legal alternatives reveal a hand.
        anna, ben: cards known to one of them only, in hand and drawn.
        lines: legal steps: player, and full text.
    """

    record: str
    anna: frozenset[str]
    ben: frozenset[str]
    lines: tuple[tuple[str, str], ...]


PLAYED: Final = {
    "epic": PlayedRecord(
        HEAD.replace("Anna health: 21\n", "Anna health: 21\nAnna gold: 1\n")
        + "Anna hand: White Knight, Lash\nAnna deck: 20\nBen hand: Feint\nBen deck: 20\n\nPlays\n"
        "1. Anna: play White Knight\n2. Anna: resolve White Knight: tribute\n"
        "3. chance: Anna draws Medusa\n4. Anna: pass\n5. Ben: pass\n6. chance: Ben draws Muse\n"
        "7. Ben: attack with White Knight\n",
        frozenset({"Lash", "Medusa"}),
        frozenset({"Feint", "Muse"}),
        (
            ("Anna", "play White Knight"),
            ("Anna", "resolve White Knight: tribute"),
            ("Anna", "draws Medusa"),
            ("Anna", "pass"),
            ("Ben", "pass"),
            ("Ben", "draws Muse"),
        ),
    ),
    "champions": PlayedRecord(
        positions.record(
            "Anna hand: Slag Brute",
            "Ben hand: Gate Guard",
            "Ben deck: 9 Mending Light",
            plays=(
                "Anna: pass",
                *["chance: Anna draws Second Wind"] * 2,
                "Ben: pass",
                *["chance: Ben draws Mending Light"] * 2,
                "Ben: pass",
            ),
        ),
        frozenset({"Slag Brute", "Second Wind", "Shieldwall", "Watchfire"}),
        frozenset({"Mending Light", "Blood Price", "War Drums"}),
        (
            ("Anna", "pass"),
            ("Anna", "draws Second Wind"),
            ("Anna", "draws Second Wind"),
            ("Ben", "pass"),
            ("Ben", "draws Mending Light"),
            ("Ben", "draws Mending Light"),
        ),
    ),
}
VIEWS: Final[Mapping[str, dict[str, str]]] = {
    "everybody": {}, "Anna": {"as": "0"}, "Ben": {"as": "1"}, "the staff": {},
}  # fmt: skip


def of_game(game: str) -> tuple[Event, Client, Dispute]:
    """Return a published dispute with an unpublished what-if, and a judge of it."""
    if game == "epic":
        event = make_event(name="Spring Cup", place="Hall 3")
    else:
        event = make_event(
            name="Spring Cup", place="Hall 3", game=game, format="constructed", rules_version="CR-2018-11"
        )
    actor, played = judge(event), PLAYED[game]
    dispute = published(actor, event, record=played.record, title="Who may attack?")
    assert dispute.verdict == "illegal"
    for who, cards in (("Anna", played.anna), ("Ben", played.ben)):
        add_evidence(actor, dispute, author=who, statement=f"I held {' and '.join(sorted(cards))}.")
        save_what_if(actor, dispute, name=f"{who} shows {min(cards)}", step=0, text=played.record)
    return event, signed_in(actor), dispute


def cards_by_viewer(game: str) -> dict[str, frozenset[str]]:
    """Return the hidden cards that each viewer may see."""
    played = PLAYED[game]
    return {
        "everybody": frozenset(), "Anna": played.anna, "Ben": played.ben, "the staff": played.anna | played.ben,
    }  # fmt: skip


def revealed_cards(game: str, text: str) -> frozenset[str]:
    """Return the hidden cards that a text names."""
    return frozenset(card for card in PLAYED[game].anna | PLAYED[game].ben if card in text)


def read_pdf(reader: Client, dispute: Dispute, asked: dict[str, str]) -> str:
    """Return the text and metadata of a PDF."""
    query = f"?as={asked['as']}" if asked else ""
    reader.post(reverse("disputes:pdf", args=[dispute.slug]) + query)
    for waiting in Print.objects.filter(status="queued"):
        prints.run(waiting.pk)
    made = reader.get(reverse("disputes:pdf_file", args=[dispute.slug]) + query).content
    pdf = PdfReader(io.BytesIO(made))
    words = " ".join(" ".join(sheet.extract_text() for sheet in pdf.pages).split())
    return f"{words} {pdf.metadata} {made.decode('latin-1')}"


@pytest.mark.parametrize("game", PLAYED)
def test_hidden_cards_reach_only_viewers_who_know_them(game: str) -> None:
    _event, desk, dispute = of_game(game)
    page, text = dispute.get_absolute_url(), reverse("disputes:record_text", args=[dispute.slug])
    output: dict[str, dict[str, frozenset[str]]] = {}
    for who, asked in VIEWS.items():
        reader = Client() if who == "everybody" else desk
        steps = [asked, *({**asked, "step": str(step)} for step in range(len(PLAYED[game].lines) + 1))]
        sent = {
            "page": [reader.get(page, each).content.decode() for each in steps],
            "step": [reader.get(page, each, headers={"HX-Target": "viewer"}).content.decode() for each in steps],
            "text": [reader.get(text, each).content.decode() for each in steps],
            "paper": [read_pdf(reader, dispute, asked)],
        }
        output[who] = {where: revealed_cards(game, "".join(all_of_it)) for where, all_of_it in sent.items()}
    assert output == {
        who: dict.fromkeys(("page", "step", "text", "paper"), cards) for who, cards in cards_by_viewer(game).items()
    }


def step_text(who: str, whose: str, words: str) -> str:
    """Return the text of a step as a viewer sees it."""
    if not words.startswith("draws "):
        return words
    return f"{whose} {words if who in (whose, 'the staff') else 'draws a card'}"


@pytest.mark.parametrize("game", PLAYED)
def test_draws_are_described_as_each_viewer_knows_them(game: str) -> None:
    _event, desk, dispute = of_game(game)
    for who, asked in VIEWS.items():
        shown = (Client() if who == "everybody" else desk).get(dispute.get_absolute_url(), asked).context
        assert [step["text"].rstrip(".") for step in shown["steps"]] == [
            step_text(who, *line) for line in PLAYED[game].lines
        ]


HANDS: Final = {
    "everybody": ["  Hand 2", "  Hand 2"],
    "Anna": ["  Hand 2: Lash, Medusa", "  Hand 2"],
    "Ben": ["  Hand 2", "  Hand 2: Feint, Muse"],
    "the staff": ["  Hand 2: Lash, Medusa", "  Hand 2: Feint, Muse"],
}


def test_board_hands_show_cards_known_to_viewer() -> None:
    _event, desk, dispute = of_game("epic")
    for who, asked in VIEWS.items():
        shown = (Client() if who == "everybody" else desk).get(dispute.get_absolute_url(), asked).context
        assert [line for line in shown["board"]["outline"].splitlines() if line.startswith("  Hand ")] == HANDS[who]


def test_player_view_is_page_without_record_and_staff_parts(client: Client) -> None:
    """No record, statements, editor or staff-only parts of the verdict."""
    _event, desk, dispute = of_game("epic")
    address = dispute.get_absolute_url()
    parts = (
        'class="code"', 'id="evidence"', 'id="desk"', "What would have been legal", "Claimed and ruled plays", "Play 7",
        'id="guide"', "What if: ", "This is the public view of the board",
    )  # fmt: skip
    output = {
        who: [part for part in parts if part in reader.get(address, VIEWS[who]).content.decode()]
        for who, reader in (("everybody", client), ("Anna", desk), ("Ben", desk), ("the staff", desk))
    }
    assert output == {
        "everybody": ["This is the public view of the board"], "Anna": [], "Ben": [], "the staff": list(parts[:-1]),
    }  # fmt: skip
    for seat, name, other in (("0", "Anna", "Ben"), ("1", "Ben", "Anna")):
        page = desk.get(address, {"as": seat})
        assert page.context["imagined"]["words"] == [f"View of {name}"]
        assert f"View of {other}</a>" in page.content.decode()  # one tap away for the staff
        assert f'href="{address}">Back to the verdict</a>' in page.content.decode()


def test_players_read_public_view_once_decision_is_announced() -> None:
    cast = make_cast()
    dispute = disputed(cast, PLAYED["epic"].record)
    announce(cast.user("judge"), dispute, DecisionContent("It may not."))
    for who in ("player", "opponent"):
        for asked, status in (({}, 200), ({"step": "2"}, 200), ({"as": "0"}, 403), ({"as": "1"}, 403)):
            answer = browser(cast, who).get(dispute.get_absolute_url(), asked)
            assert (answer.status_code, revealed_cards("epic", answer.content.decode())) == (status, frozenset())


META: Final = re.compile(r'<meta (?:name|property)="([^"]+)"\s+content="([^"]*)"')
SHOWN_ELSEWHERE: Final = {
    "description": "Card game tournaments: pairings, standings, decks, rules and decisions.",
    "og:title": "Spring Cup",
    "og:description": "Sun 1 Mar 2026, 11:00 CET · Hall 3",
    "og:url": "http://localhost:8000/events/spring-cup/",
    "og:image": "http://localhost:8000/events/spring-cup/preview.png",
    "og:image:alt": "Spring Cup",
}


def test_link_preview_reveals_no_hidden_card() -> None:
    event = make_event(slug="spring-cup", name="Spring Cup", place="Hall 3", starts_at=at("2026-03-01 10:00"))
    picture = Client().get("/events/spring-cup/preview.png").content
    actor = judge(event)
    dispute = published(actor, event, record=PLAYED["epic"].record, title="Who may attack?")
    assert Client().get("/events/spring-cup/preview.png").content == picture
    for who, asked in VIEWS.items():
        reader = Client() if who == "everybody" else signed_in(actor)
        for step in ("", "0", "2"):
            page = reader.get(dispute.get_absolute_url(), {**asked, "step": step}).content.decode()
            head = page.partition("</head>")[0]
            output = dict(META.findall(head))
            assert {name: output[name] for name in SHOWN_ELSEWHERE} == SHOWN_ELSEWHERE
            assert re.findall(r"<title>(.*?)</title>", head) == ["Who may attack? · Epic Events"]
            assert revealed_cards("epic", head) == frozenset()
