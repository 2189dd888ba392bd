"""Rulings: permissions, search, versions, review, pages, API."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from rest_framework.test import APIClient

from epic_events.audit_log.models import Entry
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.rulings import services
from epic_events.judging.rulings.models import Ruling, RulingRule
from epic_events.judging.rulings.selectors import RulingFilter, find_similar, search_rulings
from epic_events.judging.rulings.services import ImportSummary, import_bundled_rulings
from epic_events.judging.rulings.validation import RulingContent
from epic_events.reference.cards.catalogue import card_url
from rules.games import EPIC, GAMES
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_event, make_site_judge, make_staff, make_user

pytestmark = pytest.mark.django_db

CONTENT = RulingContent(
    title="Can a deploying champion block?",
    question="A champion came into play this turn. May it block an attack on the same turn?",
    answer="Yes. Deploying keeps a champion from attacking, not from blocking.",
    rules=("4.4.6[2]", "RB:battle-phase"),
    cards=("kong",),
)


def judge(event=None, role="head_judge"):
    return make_staff(event, role=role) if event else make_site_judge()


def create_ruling(actor=None, *, publish=True, **fields) -> Ruling:
    return services.create_ruling(actor, RulingContent(**{**CONTENT.__dict__, **fields}), publish=publish)


def test_create_ruling_stores_rules_with_text_hashes():
    event = make_event()
    ruling = create_ruling(judge(event), event=event, status="head_judge")
    book = GAMES["epic"].rulebooks["epic-complete"]
    assert [(r.citation, r.version) for r in ruling.rules.all()] == [
        ("4.4.6[2]", book.version),
        ("RB:battle-phase", "RB-2017"),
    ]
    assert ruling.rules.all()[0].text_hash == book.get("4.4.6[2]").text_hash
    assert [card.name for card in ruling.cards.all()] == ["Kong"]
    assert [entry.verb for entry in Entry.objects.about(ruling)] == ["ruling.given"]
    assert ruling.versions.get().words["answer"] == CONTENT.answer


def test_create_ruling_reports_all_errors_at_once():
    with pytest.raises(UserError) as caught:
        create_ruling(judge(), title=" ", answer="", rules=("4.4.6", "99.9"), cards=("Kogn",), record="nonsense\n!")
    assert set(caught.value.fields) == {"title", "answer", "rules", "cards", "record"}
    assert caught.value.fields["rules"] == (
        "The number 4.4.6 is printed twice in the rules. Enter 4.4.6[1] or 4.4.6[2]."
        " No rules document contains 99.9. Enter a citation such as 4.4.7, RB:battle-phase or I-40."
    )
    assert "Kogn (Kong?)" in caught.value.fields["cards"]
    assert Ruling.objects.count() == 0


@pytest.mark.parametrize(
    ("role", "status", "allowed"),
    [
        ("judge", "provisional", True),
        ("judge", "head_judge", False),
        ("head_judge", "head_judge", True),
        ("head_judge", "official", False),
        ("organiser", "head_judge", True),
        ("scorekeeper", "provisional", False),
    ],
)
def test_create_ruling_allows_statuses_by_role(role, status, allowed):
    event = make_event()
    actor = judge(event, role)
    if allowed:
        assert create_ruling(actor, event=event, status=status).status == status
        return
    with pytest.raises(NotAllowedError):
        create_ruling(actor, event=event, status=status)


def test_create_ruling_without_judge_role_is_rejected():
    with pytest.raises(NotAllowedError):
        create_ruling(make_user())
    assert create_ruling(judge(role="judge")).event is None


def test_search_finds_changes_made_with_earlier_timestamp():
    author = judge()
    reworded, newer = create_ruling(author), create_ruling(author, title="May a token be recycled?")
    assert find_similar(author, "epic", "graveyard") == []
    with time_machine.travel(newer.changed_at - timedelta(hours=1), tick=False):
        content = RulingContent(**{**CONTENT.__dict__, "answer": "Yes, and from the graveyard too."})
        services.reword(author, reworded, content, reason="Asked again.")
    assert find_similar(author, "epic", "graveyard") == [reworded]


def test_unpublished_ruling_is_visible_to_its_judges_only(client: Client):
    event = make_event()
    author, head = judge(event, "judge"), judge(event)
    ruling = create_ruling(author, event=event, publish=False, note="He has done this before.")
    for viewer, sees in ((None, False), (make_user(), False), (judge(), False), (author, True), (head, True)):
        fresh = Client()
        if viewer is not None:
            fresh.force_login(viewer)
        assert fresh.get(ruling.get_absolute_url()).status_code == (200 if sees else 404)
        assert (search_rulings(viewer, RulingFilter()) == [ruling]) is sees
        assert (find_similar(viewer, "epic", "deploying champion block") == [ruling]) is sees
    services.publish(head, ruling)
    html = client.get(ruling.get_absolute_url()).content.decode()
    assert "Yes. Deploying keeps" in html
    assert "done this before" not in html
    assert APIClient().get(f"/api/v1/rulings/{ruling.slug}/").json()["note"] == ""
    with pytest.raises(StateError):
        services.publish(head, ruling)


def test_reword_published_ruling_requires_reason_and_keeps_versions():
    event = make_event()
    author = judge(event, "judge")
    ruling = create_ruling(author, event=event)
    changed = RulingContent(**{**CONTENT.__dict__, "event": event, "answer": "Yes, always."})
    with pytest.raises(UserError, match="Enter a reason"):
        services.reword(author, ruling, changed, reason=" ")
    services.reword(author, ruling, changed, reason="Clearer.")
    assert [v.words["answer"] for v in ruling.versions.all()] == ["Yes, always.", CONTENT.answer]
    with pytest.raises(NotAllowedError):
        services.reword(judge(event, "judge"), ruling, changed, reason="Mine is better.")


def test_superseded_ruling_is_readable_and_links_to_successor(client: Client):
    event = make_event()
    head = judge(event)
    old, new = create_ruling(head, event=event), create_ruling(head, event=event, title="Blocking while deploying")
    services.supersede(head, old, new, reason="The new one names the step.")
    old.refresh_from_db()
    assert (old.status, old.superseded_by) == ("superseded", new)
    html = client.get(old.get_absolute_url()).content.decode()
    assert f'<a href="{new.get_absolute_url()}">Blocking while deploying</a>' in html
    assert old.get_absolute_url() in client.get(new.get_absolute_url()).content.decode()
    assert find_similar(None, "epic", "deploying champion block") == [new]
    for act in (services.publish, services.confirm):
        with pytest.raises(StateError, match="was replaced"):
            act(head, old)
    with pytest.raises(UserError):
        services.supersede(head, new, new, reason="Itself.")


def test_flag_outdated_rulings_after_rule_change():
    event = make_event()
    head = judge(event)
    ruling, other = create_ruling(head, event=event), create_ruling(head, event=event, rules=("5.2.1",))
    assert services.flag_outdated_rulings() == 0
    RulingRule.objects.filter(ruling=ruling, citation="4.4.6[2]").update(text_hash="0123456789abcdef")
    assert services.flag_outdated_rulings() == 1
    assert services.flag_outdated_rulings() == 0
    assert search_rulings(None, RulingFilter(status="check")) == [ruling]
    assert {entry.verb for entry in Entry.objects.about(ruling)} == {"ruling.given", "ruling.check_again"}
    services.confirm(head, ruling, reason="The change is of an example.")
    assert search_rulings(None, RulingFilter(status="check")) == []
    assert services.flag_outdated_rulings() == 0
    with pytest.raises(StateError):
        services.confirm(head, other)


def test_search_rulings_by_each_filter():
    event = make_event()
    head = judge(event)
    block = create_ruling(head, event=event, status="head_judge")
    trigger = create_ruling(
        judge(),
        title="Forgotten trigger",
        question="A trigger was missed.",
        answer="It waits.",
        rules=("4.2.5",),
        cards=(),
    )
    assert search_rulings(None, RulingFilter()) == [trigger, block]
    assert search_rulings(None, RulingFilter(words="may a champion that deploys block"))[0] == block
    assert search_rulings(None, RulingFilter(rule="4.2.5")) == [trigger]
    assert search_rulings(None, RulingFilter(card="Kong")) == [block]
    assert search_rulings(None, RulingFilter(status="head_judge")) == [block]
    assert search_rulings(None, RulingFilter(event=event.slug)) == [block]
    assert search_rulings(None, RulingFilter(words="trigger", card="Kong")) == []


def test_ruling_page_and_panels_show_ruling(client: Client):
    event = make_event()
    head = judge(event)
    ruling = create_ruling(head, event=event)
    for path in (
        "/rulings/",
        "/rulings/?q=block",
        "/rules/epic-complete/4.4.6-2/",
        card_url(EPIC, "Kong"),
        event.get_absolute_url(),
    ):
        assert ruling.get_absolute_url() in client.get(path).content.decode(), path
    assert ruling.get_absolute_url() not in client.get("/rules/epic-complete/5.2.1/").content.decode()
    feed = client.get("/rulings/feed/").content.decode()
    assert "<title>Can a deploying champion block?</title>" in feed
    assert "<html" not in client.get("/rulings/?q=block", headers={"HX-Request": "true"}).content.decode()
    for game, seen in (("", True), ("epic", True), ("champions", False), ("chess", False)):
        like = client.get("/rulings/similar/", {"question": "deploying champion", "game": game}).content.decode()
        assert (ruling.get_absolute_url() in like) is seen


def test_rulings_page_links_judge_to_events_of_the_same_game(client: Client):
    member = make_user()
    epic, hexes = make_event(game="epic", name="Epic night"), make_event(game="hex", name="Hex night")
    for event in (epic, hexes):
        make_staff(event, role="judge", user=member)
    client.force_login(member)
    led = {
        path: [each.slug for each in (epic, hexes) if f'event={each.slug}"' in client.get(path).content.decode()]
        for path in ("/rules/epic-complete/4.4.6-2/", "/rules/hex/213/", card_url(EPIC, "Kong"), "/rulings/")
    }
    assert led == {
        "/rules/epic-complete/4.4.6-2/": [epic.slug],
        "/rules/hex/213/": [hexes.slug],
        card_url(EPIC, "Kong"): [epic.slug],
        "/rulings/": [epic.slug, hexes.slug],
    }


def test_ruling_pages_create_publish_and_supersede(client: Client):
    event = make_event()
    client.force_login(judge(event))
    new = f"/rulings/new/?event={event.slug}&rule=4.4.6[2]"
    assert 'value="4.4.6[2]"' in client.get(new).content.decode()
    typed = {
        "title": "T",
        "question": "Q?",
        "answer": "A.",
        "rules": "4.4.6[2]",
        "cards": "Kong",
        "status": "head_judge",
    }
    wrong = client.post(new, {**typed, "cards": "Kogn"})
    assert wrong.status_code == 400
    assert "There is no card with this name: Kogn" in wrong.content.decode()
    assert client.post(new, typed).status_code == 302
    ruling = Ruling.objects.get()
    assert (ruling.event, ruling.published_at, ruling.status) == (event, None, "head_judge")
    edit = f"{ruling.get_absolute_url()}edit/"
    assert "A.</textarea>" in client.get(edit).content.decode()
    assert client.post(edit, {**typed, "answer": "B."}).status_code == 302
    assert client.post(f"{ruling.get_absolute_url()}publish/").status_code == 302
    assert client.post(new, {**typed, "title": "T2", "publish": "1"}).status_code == 302
    second = Ruling.objects.exclude(pk=ruling.pk).get()
    supersede = f"{ruling.get_absolute_url()}supersede/"
    assert client.post(supersede, {"successor": "nothing", "reason": "x"}).status_code == 400
    address = f"http://testserver{second.get_absolute_url()}"
    assert client.post(supersede, {"successor": address, "reason": "Better."}).status_code == 302
    ruling.refresh_from_db()
    assert (ruling.answer, ruling.superseded_by) == ("B.", second)


def test_ruling_page_escapes_user_text(client: Client):
    ruling = create_ruling(
        None, title="<script>x</script>", answer="<b>bold</b> & co", source="https://example.org/?a=1&b=2"
    )
    html = client.get(ruling.get_absolute_url()).content.decode() + client.get("/rulings/").content.decode()
    assert "<script>x" not in html
    assert "<b>bold" not in html
    with pytest.raises(UserError):
        create_ruling(None, source="javascript:alert(1)")


def test_ruling_list_number_of_queries_is_constant(client: Client):
    create_ruling()
    client.get("/rulings/")
    few = queries_of(lambda: client.get("/rulings/"))
    for number in range(5):
        create_ruling(title=f"Number {number}")
    assert queries_of(lambda: client.get("/rulings/")) == few


def test_ruling_api_reads_searches_and_creates():
    event = make_event()
    head = judge(event)
    client = APIClient()
    body = {"title": "T", "question": "Do demons block?", "answer": "A.", "rules": ["4.4.6[2]"], "event": event.slug}
    assert client.post("/api/v1/rulings/", body).status_code == 401
    client.force_authenticate(head)
    made = client.post("/api/v1/rulings/", body)
    assert made.status_code == 201
    slug = made.json()["slug"]
    assert APIClient().get(f"/api/v1/rulings/{slug}/").status_code == 404
    assert client.post(f"/api/v1/rulings/{slug}/publish/").status_code == 200
    rows = APIClient().get("/api/v1/rulings/", {"rule": "4.4.6", "q": "demons"}).json()["results"]
    assert [(row["slug"], row["rules"][0]["is_unchanged"]) for row in rows] == [(slug, True)]
    assert client.post("/api/v1/rulings/", {**body, "rules": ["9.9.9"]}).json()["fields"].keys() == {"rules"}


def test_import_bundled_rulings_is_idempotent_and_updates(monkeypatch):
    shipped = len(GAMES["epic"].precedents)
    assert import_bundled_rulings() == ImportSummary(added=shipped)
    assert import_bundled_rulings() == ImportSummary()
    assert len(search_rulings(None, RulingFilter())) == shipped
    first = Ruling.objects.exclude(packaged="").first()
    assert first is not None
    Ruling.objects.filter(pk=first.pk).update(answer="Something else.")
    assert import_bundled_rulings() == ImportSummary(reworded=1)
    assert services.flag_outdated_rulings() == 0


def test_offline_pages_contain_public_rulings_only(client: Client):
    public, _hidden = create_ruling(judge()), create_ruling(judge(), publish=False, title="Not public yet")
    listing = client.get("/rules/offline/epic.json").json()
    assert {"/rulings/", "/rulings/tables/epic.json", public.get_absolute_url()} <= set(listing["urls"])
    assert "1 ruling" in listing["named"]
    tables = client.get("/rulings/tables/epic.json").json()
    assert [shown["heading"] for shown in tables["shown"]] == [public.title]
    assert tables["ids"] == [str(public.pk)]


def test_rules_search_counts_visible_rulings(client: Client):
    create_ruling(judge())
    create_ruling(judge(), publish=False)
    html = " ".join(client.get("/rules/", {"q": "deploying champion"}).content.decode().split())
    assert 'Rulings <span class="num quiet">1</span>' in html
