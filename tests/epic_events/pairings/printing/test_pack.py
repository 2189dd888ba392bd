"""PDF of all printouts of a round."""

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from epic_events.accounts.models import User
from epic_events.documents import services as prints
from epic_events.documents.models import Print
from epic_events.events.models import Event, Registration
from epic_events.pairings import printouts, services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import entry_of, matches_of, published_round, running_event

pytestmark = pytest.mark.django_db


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def download_pack(organiser: User, event: Event, round_: Round) -> PdfReader:
    """Request, make and download the PDF of a round."""
    client = signed_in(organiser)
    page, file = (reverse(f"pairings:{name}", args=[event.slug, round_.pk]) for name in ("pack", "pack_file"))
    assert client.get(file)["Location"] == page  # it is not made yet
    assert client.post(page)["Location"] == page
    prints.run(Print.objects.get(status="queued").pk)
    assert f'href="{file}"' in client.get(page).content.decode()
    answer = client.get(file)
    assert answer["Content-Type"] == "application/pdf"
    return PdfReader(io.BytesIO(answer.content))


def lines(reader: PdfReader) -> list[list[str]]:
    """Return the lines of each sheet without header and footer."""
    output = [[line.strip() for line in page.extract_text().split("\n")] for page in reader.pages]
    return [[line for line in sheet if "Page" not in line and "Moonlight" not in line] for sheet in output]


def codes(reader: PdfReader) -> set[str]:
    """Return the alternative texts of the codes: their URLs."""
    found: list[Any] = [reader.get_object(number) for number in range(1, len(reader.xref_objStm) + len(reader.xref[0]))]
    return {str(each["/Alt"]) for each in found if isinstance(each, DictionaryObject) and "/Alt" in each}


def name(entry: Registration) -> str:
    return entry.name


def test_pack_contains_pairings_standings_and_slips() -> None:
    event, organiser = running_event(5, name="Moonlight Masters", stage={"rounds": 3, "best_of": 3})
    first = published_round(event, organiser)
    for match in matches_of(first):
        services.enter_result(organiser, match, Score(2, 0))
    services.finish_round(organiser, first)
    round_ = published_round(event, organiser)
    reader = download_pack(organiser, event, round_)
    by_table, by_name, standings, slips = lines(reader)

    tables = [match for match in matches_of(round_) if match.table]
    bye = round_.matches.get(table=None).seats.get().registration
    pairs = [(match.table, name(entry_of(match, 1)), name(entry_of(match, 2))) for match in tables]
    assert by_table == [
        "Round 2", "Pairings by table", "Table Player Opponent", *(f"{n} {a} {b}" for n, a, b in pairs), f"{bye} Bye",
    ]  # fmt: skip
    listed = [*((a, f"{a} {n} {b}") for n, a, b in pairs), *((b, f"{b} {n} {a}") for n, a, b in pairs)]
    assert by_name[:2] == ["Pairings by name", "Player Table Opponent"]
    assert by_name[2:] == [line for _name, line in sorted([*listed, (bye.name, f"{bye} Bye")])]
    assert standings[0] == "Standings after round 1"
    assert len(standings) == 2 + 5
    assert [line for line in slips if line.startswith("Table ")] == [f"Table {n}" for n, _a, _b in pairs]
    assert [line for line in slips if line.startswith(("1 ", "2 "))] == [
        f"{place} {player}" for _n, a, b in pairs for place, player in ((1, a), (2, b))
    ]
    assert sum(line.endswith("chooses who plays first.") for line in slips) == len(pairs)
    assert codes(reader) == {
        f"http://testserver{reverse('pairings:round', args=[event.slug, round_.number])}",
        *(f"http://testserver{reverse('pairings:match', args=[event.slug, match.pk])}" for match in tables),
    }


def test_pack_sheets_name_event_and_round() -> None:
    event, organiser = running_event(100, name="Moonlight Masters")
    reader = download_pack(organiser, event, published_round(event, organiser))
    assert len(reader.pages) == 2 + 3 + 7  # by table, by name, and eight slips to a sheet; no standings yet
    assert [page for page in reader.pages if "Moonlight Masters" not in page.extract_text()] == []


def test_pack_before_first_finished_round_has_no_standings() -> None:
    event, organiser = running_event(2)
    output = " ".join(
        page.extract_text() for page in download_pack(organiser, event, published_round(event, organiser)).pages
    )
    assert "Standings" not in output


HEADINGS = ["Pairings by table", "Pairings by name", "Standings after round 1", "Table 1"]


@pytest.mark.parametrize(
    ("part", "headings", "file"),
    [
        ("pairings", ["Pairings by table", "Pairings by name"], "spring-open-round-2-pairings.pdf"),
        ("slips", ["Table 1"], "spring-open-round-2-slips.pdf"),
        ("standings", ["Standings after round 1"], "spring-open-round-1-standings.pdf"),
        (
            "",
            ["Pairings by table", "Pairings by name", "Standings after round 1", "Table 1"],
            "spring-open-round-2.pdf",
        ),
    ],
)
def test_desk_prints_each_part_with_one_click(part: str, headings: list[str], file: str) -> None:
    event, organiser = running_event(4, slug="spring-open", stage={"rounds": 3})
    first = published_round(event, organiser)
    for match in matches_of(first):
        services.enter_result(organiser, match, Score(1, 0))
    services.finish_round(organiser, first)
    round_ = published_round(event, organiser)
    client = signed_in(organiser)
    page, pdf = (reverse(f"pairings:{view}", args=[event.slug, round_.pk]) for view in ("pack", "pack_file"))
    query = f"?part={part}" if part else ""
    assert f'action="{page}{query}"' in client.get(reverse("pairings:desk", args=[event.slug])).content.decode()
    waiting = client.post(page + query, {"open": "1"})["Location"]
    assert waiting == page + (f"{query}&open=1" if part else "?open=1")
    assert "HX-Redirect" not in client.get(waiting, headers={"HX-Request": "true", "HX-Target": "print"})
    prints.run(Print.objects.get(status="queued").pk)
    ready = client.get(waiting, headers={"HX-Request": "true", "HX-Target": "print"})
    assert ready["HX-Redirect"] == pdf + query
    assert client.post(page + query, {"open": "1"})["Location"] == pdf + query
    answer = client.get(pdf + query)
    assert answer["Content-Disposition"] == f'inline; filename="{file}"'
    sheets = PdfReader(io.BytesIO(answer.content)).pages
    assert len(sheets) == {"pairings": 2, "slips": 1, "standings": 1, "": 4}[part]
    text = "\n".join(sheet.extract_text() for sheet in sheets)
    assert [heading for heading in HEADINGS if heading in text] == headings


def test_standings_pdf_before_the_first_result_is_missing() -> None:
    event, organiser = running_event(4)
    page = reverse("pairings:pack", args=[event.slug, published_round(event, organiser).pk])
    assert (
        "part=standings" not in signed_in(organiser).get(reverse("pairings:desk", args=[event.slug])).content.decode()
    )
    assert signed_in(organiser).get(f"{page}?part=standings").status_code == 404


def test_pack_is_visible_to_staff_only() -> None:
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    download_pack(organiser, event, round_)
    for which in ("pack", "pack_file"):
        address = reverse(f"pairings:{which}", args=[event.slug, round_.pk])
        assert signed_in(make_user()).get(address).status_code == 403
        assert Client().get(address).status_code == 302


def test_pack_too_long_suggests_separate_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    monkeypatch.setattr(printouts, "MAX_PACK_SIZE", 500)
    answer = signed_in(organiser).get(reverse("pairings:pack", args=[event.slug, round_.pk]))
    assert answer.status_code == 400
    assert "Print the pairings, standings and result slips from their own pages instead." in answer.content.decode()


def test_pack_query_count_is_independent_of_tables() -> None:
    def asked(players: int) -> int:
        event, organiser = running_event(players)
        round_ = published_round(event, organiser)
        client, address = signed_in(organiser), reverse("pairings:pack", args=[event.slug, round_.pk])
        assert Match.objects.filter(round=round_).count() == players // 2
        return queries_of(lambda: client.get(address))

    assert asked(4) == asked(20)
