"""Rules altered by an official text are flagged."""

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.disputes.decisions import services as deciding
from epic_events.judging.decisions import services as decisions
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.reference.documents import services as reference
from rules.games import GAMES
from tests.epic_events.counting import queries_of
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.disputes.test_pages import replayed, signed_in
from tests.epic_events.factories import make_event, make_user
from tests.epic_events.judging.rulings.test_printed_text_changes import RULE, SAYS, changed_text, published

pytestmark = pytest.mark.django_db

BOOK = GAMES["epic"].rulebooks["epic-complete"]
FLAG = "the printed text has changed"
CHANGED = "cited by this decision, has changed since the decision was made."


@pytest.fixture
def keeper() -> User:
    return make_user("Sue Super", is_superuser=True)


def whole_address() -> str:
    return reverse("reference:whole_document", args=["epic-complete"])


def search(client: Client, words: str = "breakthrough every blocker has left") -> str:
    return client.get(reverse("reference:search"), {"in": "epic-complete", "q": words}).content.decode()


def test_whole_document_flags_altered_rule_for_readers_of_private_text(client: Client) -> None:
    organiser = make_user("Olga Organiser")
    make_event(organiser=organiser)
    published(organiser)
    assert SAYS not in client.get(whole_address()).content.decode()
    own = signed_in(organiser).get(whole_address())
    assert own.content.decode().count(SAYS) == 1
    assert own["Cache-Control"] == "private, no-store"


def test_public_text_flags_whole_document_and_search(client: Client, keeper: User) -> None:
    assert (SAYS in client.get(whole_address()).content.decode(), FLAG in search(client)) == (False, False)
    published(keeper, changed_text("swims"), public=True)
    assert client.get(whole_address()).content.decode().count(SAYS) == len(BOOK.printed)
    found = search(client)
    assert found.count(FLAG) == found.count('class="hit"')
    assert SAYS in search(client, "breakthrough")


def test_search_flags_altered_rule_for_readers_of_private_text_only(client: Client) -> None:
    organiser = make_user("Olga Organiser")
    make_event(organiser=organiser)
    published(organiser)
    assert FLAG not in search(client)
    own = search(signed_in(organiser))
    assert own.count(FLAG) == 1
    assert own.count('class="hit"') > 1


def test_offline_copy_and_its_search_tables_flag_altered_rule(client: Client, keeper: User) -> None:
    listing = reverse("reference:offline_listing", args=["epic"])
    tables = reverse("reference:tables", args=["epic-complete"])
    before, tag = client.get(listing).json()["version"], client.get(tables)["ETag"]
    assert [each for each in client.get(tables).json()["shown"] if "altered" in each] == []
    version = published(keeper, changed_text("swims"), public=True)
    assert client.get(listing).json()["version"] != before
    renewed = client.get(tables)
    assert renewed["ETag"] != tag
    assert len([each for each in renewed.json()["shown"] if "altered" in each]) == len(BOOK.printed)
    reference.unpublish(keeper, version)
    assert client.get(listing).json()["version"] == before


def test_decision_is_flagged_once_a_cited_rule_is_altered(client: Client, keeper: User) -> None:
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event, LEGAL)
    deciding.decide(actor, dispute, DecisionContent("It stands.", citations=(RULE,)))
    deciding.publish(actor, dispute)
    assert CHANGED not in client.get(dispute.get_absolute_url()).content.decode()
    published(keeper, changed_text("swims"), public=True)
    page = client.get(dispute.get_absolute_url()).content.decode()
    text = client.get(reverse("disputes:record_text", args=[dispute.slug])).content.decode()
    assert [f"{RULE}, {CHANGED}" in each for each in (page, text)] == [True, True]
    # Given on the new words, it is not flagged.
    later = replayed(actor, event, LEGAL, title="Again?")
    deciding.decide(actor, later, DecisionContent("It stands.", citations=(RULE,)))
    deciding.publish(actor, later)
    assert CHANGED not in client.get(later.get_absolute_url()).content.decode()


def test_decision_at_event_is_flagged_by_text_of_its_organiser() -> None:
    organiser = make_user("Olga Organiser")
    mine, other = make_event(organiser=organiser), make_event()
    shown = []
    for event in (mine, other):
        actor = judge(event)
        dispute = replayed(actor, event, LEGAL)
        deciding.decide(actor, dispute, DecisionContent("It stands.", citations=(RULE,)))
        deciding.publish(actor, dispute)
        shown.append((actor, dispute))
    published(organiser)
    flagged = [CHANGED in signed_in(who).get(each.get_absolute_url()).content.decode() for who, each in shown]
    assert flagged == [True, False]


def test_whole_document_with_flags_query_count_is_constant(client: Client, keeper: User) -> None:
    published(keeper, changed_text("swims"), public=True)
    few = queries_of(lambda: client.get(whole_address()))
    assert few == queries_of(lambda: client.get(whole_address()))
    assert few <= 4


def test_decision_without_citations_stores_no_text_hashes() -> None:
    event = make_event()
    actor = judge(event)
    case = decisions.open_case(event, None)
    made = decisions.announce(actor, case, DecisionContent("It stands."), game="epic")
    assert (made.text_hashes, made.citations) == ({}, [])


def test_search_api_reports_rules_altered_by_public_text(client: Client, keeper: User) -> None:
    address = "/api/v1/rules/epic-complete/search/?q=breakthrough"
    assert {hit["altered"] for hit in client.get(address).json()["hits"]} == {False}
    published(keeper, changed_text("swims"), public=True)
    flagged = {hit["rule"] for hit in client.get(address).json()["hits"] if hit["altered"]}
    assert RULE in flagged
    assert flagged <= set(BOOK.printed)
