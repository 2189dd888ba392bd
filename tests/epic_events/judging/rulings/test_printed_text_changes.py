"""Official texts that change a rule flag its rulings and its page."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.events.models import Event
from epic_events.judging.rulings import services
from epic_events.judging.rulings.models import Ruling
from epic_events.reference.documents import services as reference
from epic_events.reference.models import DocumentVersion
from epic_events.reference.rules.selectors import rulebooks
from rules.games import GAMES
from tests.epic_events.factories import make_event, make_user
from tests.epic_events.judging.rulings.test_rulings import create_ruling, judge
from tests.rules.rulebooks.printed_hashes import PRINTED

pytestmark = pytest.mark.django_db
RULE = "5.7.4"
EXTRACT = "THE RULES\n\nSECTION 5 - KEYWORDS\n\n5.7 Breakthrough\n\n{rule} Nothing of a narwhal goes through.\n"
ONE_RULE = [
    ("epic-complete", RULE, EXTRACT.format(rule=RULE)),
    ("epic-rulebook", "RB:battle-phase", "# Getting Started\n\n# Battle Phase\n\nA narwhal swims.\n"),
    ("hex", "UR:1", "Card Parts\n\nCost\n\n  • A narwhal has none. [1]\n"),
    ("epic-tcg", "TCG:1.1", "Playing a Card\n\nA narwhal plays.\n"),
    ("aos-champions", "CH:1.1.1", "1: OBJECTIVE OF THE GAME\n\n1.1: Winning\n\n1.1.1: A narwhal wins.\n"),
]
"""For each printed document, a rule and an extract in which the rule reads differently."""
SAYS = "differs from the edition restated here"


def published(
    actor: User, text: str = EXTRACT.format(rule=RULE), *, public: bool = False, days: int = 0
) -> DocumentVersion:
    version, _new = reference.upload(actor, game="epic", profile="epic-complete", title="", content=text.encode())
    reference.publish(
        actor,
        version,
        effective_on=timezone.localdate() + timedelta(days=days),
        for_everybody=public,
        permission="Granted." if public else "",
    )
    return version


def flagged_rulings() -> set[Ruling]:
    return set(Ruling.objects.exclude(check_since=None))


@pytest.fixture
def organiser() -> User:
    return make_user("Olga Organiser")


@pytest.fixture
def event(organiser: User) -> Event:
    return make_event(organiser=organiser)


def test_text_of_organiser_flags_rulings_of_own_events(event: Event, organiser: User):
    mine = create_ruling(judge(event), event=event, rules=(RULE, "5.2.1"))
    elsewhere = create_ruling(judge(), event=None, rules=(RULE,))
    untouched = create_ruling(judge(event), event=event, rules=("5.2.1",))
    published(organiser)
    assert flagged_rulings() == {mine}
    line = Entry.objects.about(mine).get(verb="ruling.check_again")
    assert line.data["rules"] == [RULE]
    assert {elsewhere, untouched} == set(Ruling.objects.filter(check_since=None))


def changed_text(changed: str) -> str:
    """Return an official text that changes every rule."""
    book = GAMES["epic"].rulebooks["epic-complete"]
    sections = {rule.id for rule in book.sections}
    return "\n\n".join(
        f"SECTION {rule.number} - X" if rule.id in sections else f"{rule.printed} Narwhal {rule.order} {changed}."
        for rule in book.rules
    )


def test_public_text_flags_all_rulings(event: Event):
    rulings = {
        create_ruling(judge(event), event=event, rules=(RULE,)),
        create_ruling(judge(), event=None, rules=("5.2.1",)),
    }
    published(make_user("Sue Super", is_superuser=True), changed_text("swims"), public=True)
    assert flagged_rulings() == rulings


def test_confirmed_ruling_is_flagged_again_after_next_change(event: Event, organiser: User):
    head = judge(event)
    ruling = create_ruling(head, event=event, rules=(RULE,))
    version = published(organiser)
    services.confirm(head, ruling, reason="It was about another part.")
    assert services.flag_outdated_rulings() == 0
    assert flagged_rulings() == set()
    reference.unpublish(organiser, version)
    assert flagged_rulings() == {ruling}


def test_text_flags_rulings_from_its_effective_date(event: Event, organiser: User):
    ruling = create_ruling(judge(event), event=event, rules=(RULE,))
    version = published(organiser, days=1)
    assert flagged_rulings() == set()
    reference.publish(organiser, version, effective_on=timezone.localdate())
    assert flagged_rulings() == {ruling}


def test_latest_of_two_texts_with_same_date_is_in_force(client: Client, event: Event, organiser: User):
    head = judge(event)
    ruling = create_ruling(head, event=event, rules=(RULE,))
    first = published(organiser)
    services.confirm(head, ruling, reason="It was about another part.")
    assert flagged_rulings() == set()
    published(organiser, f"{EXTRACT.format(rule=RULE)}All of it does.\n")
    assert flagged_rulings() == {ruling}
    client.force_login(organiser)
    address = f"/rules/epic-complete/{RULE}/"
    assert "All of it does." in client.get(address).content.decode()
    reference.unpublish(organiser, first)
    reference.publish(organiser, first, effective_on=timezone.localdate())
    assert "All of it does." not in client.get(address).content.decode()


def test_rule_page_shows_change_to_readers_of_the_text(client: Client, event: Event, organiser: User):
    published(organiser)
    address = f"/rules/epic-complete/{RULE}/"
    assert SAYS not in client.get(address).content.decode()
    client.force_login(organiser)
    assert client.get(address).content.decode().count(SAYS) == 1
    assert SAYS not in client.get("/rules/epic-complete/5.2.1/").content.decode()


def test_rule_page_shows_removed_rule(client: Client, event: Event, organiser: User):
    text = "\n\n".join(line for line in changed_text("swims").split("\n\n") if not line.startswith("5.7.4 "))
    published(organiser, text)
    client.force_login(organiser)
    html = client.get(f"/rules/epic-complete/{RULE}/").content.decode()
    assert "no longer has this rule" in html


@pytest.mark.parametrize(("slug", "rule", "text"), ONE_RULE, ids=[slug for slug, _rule, _text in ONE_RULE])
def test_changed_rule_in_every_game_flags_rulings_and_page(
    client: Client, organiser: User, slug: str, rule: str, text: str
):
    book, game = rulebooks()[slug], rulebooks()[slug].game
    event = make_event(organiser=organiser, game=game)
    other = [*book.printed][-1]
    mine, untouched = (
        create_ruling(judge(event), event=event, game=game, rules=(one,), cards=()) for one in (rule, other)
    )
    version, _new = reference.upload(organiser, game=game, profile=slug, title="", content=text.encode())
    reference.publish(organiser, version, effective_on=timezone.localdate())
    assert flagged_rulings() == {mine}
    assert untouched in Ruling.objects.filter(check_since=None)
    client.force_login(organiser)
    page = client.get(f"/rules/{slug}/{book.get(rule).slug}/").content.decode()
    assert page.count(SAYS) == 1
    assert "narwhal" in page


def test_extracts_cover_every_printed_document():
    assert {slug for slug, _rule, _text in ONE_RULE} == {book.slug for book in rulebooks().values() if book.printed}
    assert {rulebooks()[slug].game for slug, _rule, _text in ONE_RULE} == set(GAMES)


@pytest.mark.shared
@pytest.mark.parametrize("slug", list(PRINTED))
def test_unchanged_printed_text_flags_nothing(client: Client, organiser: User, shared_dir: Path, slug: str):
    book, game = rulebooks()[slug], rulebooks()[slug].game
    event = make_event(organiser=organiser, game=game)
    rule = list(book.printed)[20]
    create_ruling(judge(event), event=event, game=game, rules=(rule,), cards=())
    text = next((shared_dir / "seeds").glob(f"{PRINTED[slug][0]}*")).read_bytes()
    version, _new = reference.upload(organiser, game=game, profile=slug, title="", content=text)
    reference.publish(organiser, version, effective_on=timezone.localdate())
    assert flagged_rulings() == set()
    client.force_login(organiser)
    page = client.get(f"/rules/{slug}/{book.get(rule).slug}/").content.decode()
    assert "Official text" in page
    assert "printed-otherwise" not in page


def test_flag_outdated_rulings_number_of_queries_is_constant(event: Event, organiser: User):
    head = judge(event)
    for _ in range(3):
        create_ruling(head, event=event, rules=("5.2.1",))
    published(organiser)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            services.flag_outdated_rulings()
        return len(asked)

    few = queries()
    for _ in range(5):
        create_ruling(head, event=event, rules=("5.2.1",))
    assert queries() == few
