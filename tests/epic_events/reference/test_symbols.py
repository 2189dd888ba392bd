"""Missing symbols of uploaded texts: listed, entered, corrected, displayed."""

from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.audit_log.append_only import AppendOnlyError
from epic_events.audit_log.models import Entry
from epic_events.infra.errors import NotAllowedError, UserError
from epic_events.reference.documents import services
from epic_events.reference.documents.symbols import added_symbols, find_missing_symbols, save_symbols
from epic_events.reference.models import DocumentVersion, FilledSymbol
from epic_events.reference.rules.selectors import rulebooks
from tests.epic_events.factories import make_event, make_site_judge, make_user
from tests.rules.rulebooks.printed_hashes import PRINTED

pytestmark = pytest.mark.django_db
TEXT = """\
# Getting Started

# Keywords and Terms

## Blitz

A narwhal with blitz swims  fast, and uses  powers.

## Break

It sinks below  in a turn.
"""
BLITZ, BREAK = "RB:keywords-and-terms/blitz", "RB:keywords-and-terms/break"


@pytest.fixture
def organiser() -> User:
    user = make_user("Olga Organiser")
    make_event(organiser=user)
    return user


def uploaded(actor: User, text: str = TEXT) -> DocumentVersion:
    version, _new = services.upload(actor, game="epic", profile="epic-rulebook", title="", content=text.encode())
    return version


def keys(version: DocumentVersion) -> list[str]:
    return [lost.key for lost in find_missing_symbols(version)]


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_find_missing_symbols_lists_each_place_with_likely_symbol(organiser: User):
    first, second, third = find_missing_symbols(uploaded(organiser))
    assert (first.unit.citation, first.nth, first.gap.before) == (BLITZ, 1, "A narwhal with blitz swims ")
    assert (second.nth, second.gap.after) == (2, " powers.")
    assert second.likely == "", "ours knows of one symbol in this rule, not of two"
    assert second.ours.endswith("may use expend powers and attack.")
    assert (third.unit.citation, third.likely, third.words) == (BREAK, "defense", "")


def test_save_symbols_stores_user_and_time_and_is_logged(organiser: User):
    version = uploaded(organiser)
    first, _second, third = keys(version)
    assert save_symbols(organiser, version, {first: (0, "  very "), third: (0, "defense")}) == 2
    rows = FilledSymbol.objects.order_by("pk")
    assert [(row.citation, row.number, row.words, row.by) for row in rows] == [
        (BLITZ, 1, "very", organiser),
        (BREAK, 1, "defense", organiser),
    ]
    assert all(row.at <= timezone.now() for row in rows)
    line = Entry.objects.get(verb="document.symbols_filled")
    assert line.actor == organiser
    assert line.data == {"version": version.pk, "rules": [BLITZ, BREAK], "places": 2}


def test_save_symbols_correction_is_appended(organiser: User):
    version = uploaded(organiser)
    first, *_others = keys(version)
    save_symbols(organiser, version, {first: (0, "very")})
    save_symbols(organiser, version, {first: (1, "quite")})
    save_symbols(organiser, version, {first: (2, "")})
    (lost, *_rest) = find_missing_symbols(version)
    assert ([row.words for row in lost.filled], lost.words) == (["very", "quite", ""], "")
    with pytest.raises(AppendOnlyError):
        FilledSymbol.objects.update(words="x")
    with pytest.raises(AppendOnlyError):
        lost.filled[0].save()
    with pytest.raises(IntegrityError), transaction.atomic():
        FilledSymbol.objects.create(
            document=version.document, citation=BLITZ, around=lost.gap.around, place=0, number=3, by=organiser
        )


def test_save_symbols_unchanged_values_are_skipped(organiser: User):
    version = uploaded(organiser)
    first, *_others = keys(version)
    save_symbols(organiser, version, {first: (0, "very")})
    assert (
        save_symbols(organiser, version, {first: (1, "very")})
        == save_symbols(organiser, version, {first: (0, "")})
        == 0
    )
    assert (FilledSymbol.objects.count(), Entry.objects.filter(verb="document.symbols_filled").count()) == (1, 1)


def test_save_symbols_edit_conflict_raises(organiser: User):
    version = uploaded(organiser)
    first, second, _third = keys(version)
    save_symbols(organiser, version, {first: (0, "very")})
    with pytest.raises(UserError) as raised:
        save_symbols(organiser, version, {first: (0, "quite"), second: (0, "expend")})
    assert raised.value.fields == {first: "Someone else entered “very” here. Reload this page."}
    assert FilledSymbol.objects.count() == 1


@pytest.mark.parametrize("words", ["x" * 81, "a\u202eb", "a\ufffcb", "a\0b"])
def test_save_symbols_invalid_text_raises(organiser: User, words: str):
    version = uploaded(organiser)
    with pytest.raises(UserError) as raised:
        save_symbols(organiser, version, {keys(version)[0]: (0, words), "99-1": (0, "x")})
    assert raised.value.fields.keys() == {keys(version)[0], "99-1"}


def test_save_symbols_only_uploader_or_administrator_may(organiser: User):
    version = uploaded(organiser)
    first = keys(version)[0]
    for other in (make_user("Stan Stranger"), make_site_judge()):
        with pytest.raises(NotAllowedError):
            save_symbols(other, version, {first: (0, "very")})
    assert save_symbols(make_user("Sue Super", is_superuser=True), version, {first: (0, "very")}) == 1


def test_symbols_are_reused_for_same_passage_of_same_uploader(organiser: User):
    version = uploaded(organiser)
    first, _second, third = keys(version)
    save_symbols(organiser, version, {first: (0, "very"), third: (0, "defense")})
    assert uploaded(organiser) == version
    assert [lost.words for lost in find_missing_symbols(version)] == ["very", "", "defense"]
    other = uploaded(organiser, TEXT.replace("It sinks", "A new line.\n\nIt dives"))
    assert [lost.words for lost in find_missing_symbols(other)] == ["very", "", ""]
    mine = uploaded(make_user("Nina Newcomer", is_superuser=True))
    assert [lost.words for lost in find_missing_symbols(mine)] == ["", "", ""], "another person's copy"


def test_symbols_are_shown_in_text_without_changing_hashes(organiser: User):
    version = uploaded(organiser)
    hashes = dict(version.units.values_list("citation", "words_hash"))
    save_symbols(organiser, version, {keys(version)[2]: (0, "<b>defense")})
    assert dict(version.units.values_list("citation", "words_hash")) == hashes
    services.publish(organiser, version, effective_on=timezone.localdate())
    client = client_of(organiser)
    page = client.get("/rules/epic-rulebook/keywords-and-terms/break/").content.decode()
    assert "It sinks below" in page
    assert "[&lt;b&gt;defense]</span>" in page
    assert "[&lt;b&gt;defense]</span>" in client.get(version.get_absolute_url()).content.decode()
    old = client.get(f"/rules/epic-rulebook/history/{BREAK[3:]}/").content.decode()
    assert "It sinks below [&lt;b&gt;defense] in a turn." in old
    units = client.get(f"/api/v1/documents/{version.pk}/").json()["units"]
    assert {unit["rule"]: unit["symbols"] for unit in units if unit["symbols"]} == {
        BLITZ: ["", ""],
        BREAK: ["<b>defense"],
    }


def test_symbols_page_lists_and_saves(organiser: User):
    version = uploaded(organiser)
    first, second, third = keys(version)
    client = client_of(organiser)
    assert "3 symbols or pictures are missing" in client.get(version.get_absolute_url()).content.decode()
    address = f"{version.get_absolute_url()}symbols/"
    page = client.get(address).content.decode()
    assert "Suggestion:" in page
    assert "A champion breaks when" in page
    seen = {f"expected-{key}": "0" for key in (first, second, third)}
    answer = client.post(address, {**seen, first: "very"}, follow=True)
    assert "1 symbol saved." in answer.content.decode()
    assert "“very” added by <bdi>Olga Organiser</bdi>" in answer.content.decode()
    wrong = client.post(address, {**seen, first: "quite"})
    assert (wrong.status_code, "Someone else entered “very” here" in wrong.content.decode()) == (400, True)
    took = client.post(address, {**seen, f"expected-{first}": "1", first: "very", "take": "1"}, follow=True)
    assert "1 symbol saved" in took.content.decode()
    assert [lost.words for lost in find_missing_symbols(version)] == ["very", "", "defense"]
    idle = client.post(
        address, {f"expected-{first}": "1", first: "very", f"expected-{third}": "1", third: "defense"}, follow=True
    )
    assert "No changes to save" in idle.content.decode()


def test_symbols_page_without_missing_symbols_says_so(organiser: User):
    version = uploaded(organiser, "# Getting Started\n\nA narwhal swims.\n")
    page = client_of(organiser).get(f"{version.get_absolute_url()}symbols/").content.decode()
    assert "No missing symbols were found in this text." in page


@pytest.mark.shared
@pytest.mark.parametrize("slug", list(PRINTED))
def test_symbols_of_printed_documents_can_be_completed(organiser: User, shared_dir: Path, slug: str):
    content = next((shared_dir / "seeds").glob(f"{PRINTED[slug][0]}*")).read_bytes()
    book = rulebooks()[slug]
    version, _new = services.upload(organiser, game=book.game, profile=slug, title="", content=content)
    places = find_missing_symbols(version)
    assert len(places) == sum(map(len, book.symbols.values()))
    probable = {lost.key: (0, lost.likely) for lost in places}
    assert save_symbols(organiser, version, probable) == sum(bool(lost.likely) for lost in places)
    assert services.upload(organiser, game=book.game, profile=slug, title="", content=content) == (version, False)
    assert added_symbols(version.document_id, version.units.all()) == dict(book.symbols)
    client = client_of(organiser)
    for path in ("", "symbols/"):
        assert client.get(f"{version.get_absolute_url()}{path}").status_code == 200


def test_symbols_api_reads_and_saves(organiser: User):
    version = uploaded(organiser)
    first, second, third = keys(version)
    address = f"/api/v1/documents/{version.pk}/symbols/"
    client = client_of(organiser)
    places = client.get(address).json()
    assert [(place["place"], place["rule"], place["words"], place["expected_count"]) for place in places] == [
        (first, BLITZ, "", 0),
        (second, BLITZ, "", 0),
        (third, BREAK, "", 0),
    ]
    lost = find_missing_symbols(version)
    output = ("before", "after", "likely", "ours")
    assert [tuple(place[name] for name in output) for place in places] == [
        (each.gap.before, each.gap.after, each.likely, each.ours) for each in lost
    ]

    def send(*rows: tuple[str, int, str]) -> tuple[int, Any]:
        body = {"places": [{"place": place, "expected_count": seen, "words": words} for place, seen, words in rows]}
        answer = client.post(address, body, content_type="application/json")
        return answer.status_code, answer.json()

    status, places = send((first, 0, "very"), (third, 0, "defense"))
    assert (status, [place["words"] for place in places]) == (200, ["very", "", "defense"])
    assert [lost.words for lost in find_missing_symbols(version)] == ["very", "", "defense"]
    status, error = send((second, 0, "fast"), (first, 0, "quite"), ("99-1", 0, "x"))
    assert (status, set(error["fields"])) == (400, {first, "99-1"})
    assert "Reload this page" in error["fields"][first]
    assert [lost.words for lost in find_missing_symbols(version)] == ["very", "", "defense"]
    status, places = send((first, 1, ""))
    assert (status, places[0]["words"], places[0]["expected_count"]) == (200, "", 2)
