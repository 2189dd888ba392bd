"""Reference API: rules, search, cards; equal to the command line."""

import json
import subprocess
import sys
from typing import Any

import pytest
from rest_framework.test import APIClient

from rules.games import GAMES
from rules.search import rulebook_index
from tests.conftest import ROOT as PROJECT
from tests.epic_events.api.cast import ROOT, get, refused

# Cards and rules tell what players and organisers added to them.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

BOOKS = GAMES["epic"].rulebooks


@pytest.fixture
def client() -> APIClient:
    return APIClient()


def command(*arguments: str) -> Any:
    """Return the JSON output of the library's command line."""
    done = subprocess.run(
        [sys.executable, "-m", "rules", *arguments], cwd=PROJECT, check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


def test_list_rulebooks_returns_documents_of_every_game(client: APIClient) -> None:
    rows = [row for row in get(client, "rules/") if row["game"] == "epic"]
    assert [(row["slug"], row["version"], row["units"]) for row in rows] == [
        ("epic-complete", "CR-2016-03", 277),
        ("epic-rulebook", "RB-2017", 72),
        ("epic-procedures", "TP-2019-05", len(BOOKS["epic-procedures"].units)),
    ]
    assert get(client, "rules/")[0].keys() == {
        "slug", "title", "game", "version", "revised", "procedure", "attribution", "units", "url",
    }  # fmt: skip


@pytest.mark.parametrize("slug", BOOKS)
def test_list_rules_returns_every_unit_addressable_by_citation(client: APIClient, slug: str) -> None:
    book = BOOKS[slug]
    rows = get(client, f"rules/{slug}/")
    assert [row["rule"] for row in rows] == [unit.id for unit in book.units]
    assert [row["text"] for row in rows] == [unit.text for unit in book.units]
    for row, unit in list(zip(rows, book.units, strict=True))[::12]:
        assert row in get(client, f"rules/{slug}/{unit.slug}/")
        assert row["url"] == f"http://testserver/rules/{slug}/{unit.slug}/"
        assert client.get(row["url"]).status_code == 200


def test_rule_number_printed_twice_returns_both(client: APIClient) -> None:
    assert [row["rule"] for row in get(client, "rules/epic-complete/4.4.6/")] == ["4.4.6[1]", "4.4.6[2]"]
    assert [row["rule"] for row in get(client, "rules/epic-complete/4.4.6-2/")] == ["4.4.6[2]"]
    assert [row["rule"] for row in get(client, "rules/epic-complete/4.4.6[2]/")] == ["4.4.6[2]"]
    both = get(client, "rules/epic-complete/4.4.6/")
    assert [row["printed_twice"] for row in both] == [True, True]
    address = "http://testserver/rules/epic-complete/4.4.6"
    assert [row["url"] for row in both] == [f"{address}/", f"{address}-2/"]


def test_rule_equals_command_line_output(client: APIClient) -> None:
    (printed,) = command("rule", "epic-complete", "4.4.8", "--json")
    (row,) = get(client, "rules/epic-complete/4.4.8/")
    assert {name: row[name] for name in printed if name in row} == {
        name: printed[name] for name in printed if name not in ("rulebook", "revised")
    }
    assert row.keys() - printed.keys() == {"kind", "above", "url"}


def test_search_rules_equals_command_line_output(client: APIClient) -> None:
    question = "can a deploying champion attack"
    printed = command("search", question, "--rulebook", "epic-complete", "--limit", "5", "--json")
    body = get(client, "rules/epic-complete/search/", q=question, limit=5)
    assert [{name: hit[name] for name in ("rule", "heading", "score")} for hit in body["hits"]] == printed
    assert client.get(body["hits"][0]["url"]).status_code == 200


def test_search_rules_reports_query_corrections(client: APIClient) -> None:
    body = get(client, "rules/epic-complete/search/", q="untargetble")
    changes = rulebook_index(BOOKS["epic-complete"]).search("untargetble").changes
    assert body["read_as"] == [{"asked": c.asked, "used": c.used, "reason": c.reason.value} for c in changes]
    assert [change["asked"] for change in body["read_as"]] == ["untargetble"]


@pytest.mark.parametrize(
    ("query", "field"),
    [("", "q"), ("q=", "q"), ("q=%20", "q"), ("q=%00", "q"), ("q=" + "a" * 2001, "q"), ("q=a&limit=0", "limit"),
     ("q=a&limit=51", "limit"), ("q=a&limit=many", "limit"), ("q=a&limit=" + "1" * 5000, "limit")],
)  # fmt: skip
def test_search_rules_invalid_query_is_400(client: APIClient, query: str, field: str) -> None:
    assert list(refused(client, f"rules/epic-complete/search/?{query}", 400)["fields"]) == [field]


@pytest.mark.parametrize("question", ["?!…", "\u200b", "a" * 2000, "'; drop table", "(((", "🂡", "4.4.6[2"])
def test_search_rules_accepts_any_text(client: APIClient, question: str) -> None:
    assert get(client, "rules/epic-complete/search/", q=question).keys() == {"hits", "read_as"}


@pytest.mark.parametrize("path", ["rules/chess/", "rules/chess/1/", "rules/chess/search/?q=a", "cards/nobody/"])
def test_unknown_rulebook_or_card_is_404(client: APIClient, path: str) -> None:
    assert refused(client, path, 404)["code"] == "not_found"


def test_unknown_rule_names_nearest(client: APIClient) -> None:
    assert "Nearest: 4.4.6" in refused(client, "rules/epic-complete/4.4.66/", 404)["message"]


def test_list_cards_returns_each_name_once(client: APIClient) -> None:
    names = [row["name"] for row in get(client, "cards/")]
    assert names == list(GAMES["epic"].cards.names)


def test_card_equals_command_line_output(client: APIClient) -> None:
    body = get(client, "cards/kong/")
    assert (body.pop("slug"), body.pop("game")) == ("kong", "epic")
    assert client.get(body.pop("url")).status_code == 200
    assert body == command("card", "Kong", "--json")


def test_list_cards_filters(client: APIClient) -> None:
    rows = get(client, "cards/", alignment="Wild", cost="0", type="champion")
    assert {("Wild" in row["alignments"], row["cost"], row["type"]) for row in rows} == {(True, 0, "champion")}
    assert [row["name"] for row in get(client, "cards/", q="kong")] == ["Kong"]
    assert get(client, "cards/", q="kong", cost="0") == []
    assert {row["set"] for row in get(client, "cards/", set="Tyrants")} == {"Tyrants"}
    assert all("airborne" in row["keywords"] for row in get(client, "cards/", keyword="airborne"))


@pytest.mark.parametrize("query", ["cost=9", "alignment=evil", "type=land", "set=Alpha", "keyword=flying", "q=%00"])
def test_list_cards_invalid_filter_is_400(client: APIClient, query: str) -> None:
    assert list(refused(client, f"cards/?{query}", 400)["fields"]) == [query.partition("=")[0]]


@pytest.mark.parametrize(
    "path", ["rules/", "rules/epic-complete/", "rules/epic-complete/4.4.6/", "cards/", "cards/kong/"]
)
def test_reference_unchanged_returns_304(client: APIClient, path: str) -> None:
    first = client.get(f"{ROOT}{path}")
    again = client.get(f"{ROOT}{path}", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_reference_needs_no_query(client: APIClient, django_assert_num_queries: Any, db: None) -> None:
    with django_assert_num_queries(0):
        for path in ("", "rules/", "rules/epic-rulebook/", "rules/epic-complete/4.4.6/", "cards/", "cards/kong/"):
            get(client, path)
