"""Site roles: roles of an event end at the event."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from epic_events.accounts.models import SiteRole, User
from epic_events.accounts.services import assign_site_role, remove_site_role
from epic_events.audit_log.models import Entry
from epic_events.disputes import permissions
from epic_events.disputes import services as disputes
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.events.models import Event, StaffRole
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.decisions.validation import DecisionContent as Decided
from epic_events.judging.rulings import services as rulings
from epic_events.judging.rulings.models import Ruling
from epic_events.judging.rulings.validation import RulingContent
from epic_events.reference.documents import services as reference
from epic_events.reference.models import DocumentStep, DocumentVersion
from tests.epic_events.api.cast import client_of, post, refused
from tests.epic_events.counting import queries_of
from tests.epic_events.disputes.records import LEGAL
from tests.epic_events.factories import make_event, make_site_judge, make_staff, make_user
from tests.epic_events.reference.test_uploads import TODAY, uploaded, whole

pytestmark = pytest.mark.django_db

RULING = RulingContent("May it block?", "May it?", "It may.")
WORDS = {"title": "May it block?", "question": "May it?", "answer": "It may."}
HOW = "Only site judges can publish for the whole site. Ask a site administrator"


@pytest.fixture
def newcomer() -> User:
    """Return a user whose only activity is an event that was never opened."""
    user = make_user("Nina Newcomer")
    make_event(organiser=user, slug="never-opened", status=Event.Status.DRAFT)
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def decided(actor: User, event: Event | None = None) -> Dispute:
    dispute = disputes.open_dispute(actor, title="Was it legal?", record=LEGAL, event=event)
    assert worker.run(dispute.pk)
    deciding.decide(actor, dispute, Decided("It was."))
    return dispute


def test_draft_event_gives_no_site_judge_role(newcomer: User):
    client, browser = client_of(newcomer), signed_in(newcomer)
    assert HOW in refused(client, "disputes/", 403, "post", {"title": "T", "record": LEGAL})["message"]
    assert HOW in refused(client, "rulings/", 403, "post", {**WORDS, "publish": True})["message"]
    for path in ("/disputes/new/", "/rulings/new/"):
        for answer in (browser.get(path), browser.post(path, {**WORDS, "record": LEGAL, "status": "provisional"})):
            assert (answer.status_code, HOW in answer.content.decode()) == (403, True)
    assert browser.post("/disputes/check/", {"record": LEGAL}).status_code == 403
    assert (Dispute.objects.count(), Ruling.objects.count()) == (0, 0)


def test_lists_link_event_judges_to_their_events_and_explain_the_role(newcomer: User):
    browser = signed_in(newcomer)
    for path, new in (("/disputes/", "/disputes/new/"), ("/rulings/", "/rulings/new/")):
        page = browser.get(path).content.decode()
        assert f'href="{new}?event=never-opened"' in page
        assert f'href="{new}"' not in page
        assert HOW in page
        assert HOW not in signed_in(make_user()).get(path).content.decode()
        site = signed_in(make_site_judge()).get(path).content.decode()
        assert f'href="{new}"' in site
    page = browser.get("/cards/kong/").content.decode()
    assert 'href="/rulings/new/?card=Kong&amp;game=epic&amp;event=never-opened"' in page


def test_publishing_an_official_text_needs_the_role(newcomer: User):
    version = uploaded(newcomer, whole())
    with pytest.raises(NotAllowedError, match=HOW):
        reference.publish(newcomer, version, effective_on=TODAY(), for_everybody=True, permission="Rule 1.0.")
    browser = signed_in(newcomer)
    page = browser.get(version.get_absolute_url()).content.decode()
    assert ('name="for_everybody"' in page, HOW in page) == (False, True)
    address = f"{version.get_absolute_url()}publish/"
    form = {"effective_on": TODAY().isoformat(), "permission": "Rule 1.0 grants it."}
    assert browser.post(address, {**form, "for_everybody": "on"}).status_code == 403
    assert not DocumentStep.objects.exists()
    assert browser.post(address, form).status_code == 302
    assert list(DocumentStep.objects.values_list("for_everybody", flat=True)) == [False]
    assert not DocumentVersion.objects.readable_by(None, ()).exists()
    make_site_judge(newcomer)
    assert browser.post(address, {**form, "for_everybody": "on"}).status_code == 302
    assert list(DocumentVersion.objects.readable_by(None, ())) == [version]


def test_site_judge_publishes_disputes_without_an_event():
    judge = make_site_judge()
    dispute = deciding.publish(judge, decided(judge))
    ruling = rulings.create_ruling(judge, RULING, publish=True)
    assert uploaded(judge, whole()).number == 1
    assert list(Dispute.objects.visible_to(None)) == [dispute]
    assert list(Ruling.objects.visible_to(None)) == [ruling]
    with pytest.raises(NotAllowedError):
        disputes.open_dispute(judge, title="T", record=LEGAL, event=make_event())


def test_dispute_opened_with_the_role_is_not_published_without_it(newcomer: User):
    make_site_judge(newcomer)
    dispute, ruling = decided(newcomer), rulings.create_ruling(newcomer, RULING)
    remove_site_role(None, newcomer, reason="Published nonsense.")
    deciding.decide(newcomer, dispute, Decided("Still mine to think about."))
    assert not permissions.can_release(newcomer, dispute)
    with pytest.raises(NotAllowedError, match=HOW):
        deciding.publish(newcomer, dispute)
    with pytest.raises(NotAllowedError):
        rulings.publish(newcomer, ruling)
    page = signed_in(newcomer).get(dispute.get_absolute_url()).content.decode()
    assert (f"{dispute.slug}/publish/" in page, HOW in page) == (False, True)
    body = {"text": "So.", "publish": True}
    assert HOW in refused(client_of(newcomer), f"disputes/{dispute.slug}/decision/", 403, "post", body)["message"]
    assert not Dispute.objects.visible_to(None).exists()


def test_event_judge_keeps_disputes_and_rulings_of_the_event(newcomer: User):
    event = Event.objects.get(slug="never-opened")
    client = client_of(newcomer)
    slug = post(client, "disputes/", {"title": "T", "record": LEGAL, "event": event.slug}, 201)["slug"]
    post(client, "rulings/", {**WORDS, "event": event.slug}, 201)
    checked = signed_in(newcomer).post(f"/disputes/check/?event={event.slug}", {"record": LEGAL})
    assert checked.status_code == 200
    assert signed_in(newcomer).post(f"/disputes/check/?dispute={slug}", {"record": LEGAL}).status_code == 200


def test_site_administrator_assigns_and_revokes_the_role_with_a_logged_reason(newcomer: User):
    root = make_user(is_superuser=True)
    held = assign_site_role(root, email=newcomer.email.upper(), reason=" Level two\n judge ")
    assert (held.user, held.given_by, held.role) == (newcomer, root, SiteRole.Role.JUDGE)
    with pytest.raises(StateError):
        assign_site_role(root, email=newcomer.email, reason="Again.")
    remove_site_role(root, newcomer, reason="Left.")
    with pytest.raises(StateError):
        remove_site_role(root, newcomer, reason="Again.")
    lines = [(entry.verb, entry.actor, entry.reason, entry.data) for entry in Entry.objects.about(newcomer)]
    assert lines == [
        ("site_role.given", root, "Level two judge", {"role": "judge"}),
        ("site_role.taken", root, "Left.", {"role": "judge"}),
    ]


def test_role_is_assigned_by_site_administrators_to_confirmed_addresses_only(newcomer: User):
    for actor in (newcomer, make_site_judge(), make_user(is_staff=True)):
        with pytest.raises(NotAllowedError):
            assign_site_role(actor, email=newcomer.email, reason="Please.")
        with pytest.raises(NotAllowedError):
            remove_site_role(actor, newcomer, reason="Please.")
    squatter = make_user(confirmed=False)
    for fields in (
        {"email": squatter.email},
        {"email": "nobody@example.com"},
        {"email": newcomer.email, "reason": " "},
        {"email": newcomer.email, "role": "king"},
    ):
        with pytest.raises(UserError):
            assign_site_role(None, **{"reason": "Why.", **fields})
    assert not SiteRole.objects.filter(user__in=(newcomer, squatter)).exists()


def test_site_judges_page_lists_assigns_and_revokes(newcomer: User):
    browser = signed_in(make_user("Root", is_superuser=True))
    form = {"email": newcomer.email, "reason": "Level two judge."}
    assert browser.post("/site/judges/", {**form, "email": "nobody@example.com"}).status_code == 400
    assert browser.post("/site/judges/", form).status_code == 302
    held = SiteRole.objects.get(user=newcomer)
    page = browser.get("/site/judges/").content.decode()
    assert ("Nina Newcomer" in page, "Level two judge." in page) == (True, True)
    assert browser.post(f"/site/judges/{held.pk}/remove/", {"reason": ""}).status_code == 400
    assert browser.post(f"/site/judges/{held.pk}/remove/", {"reason": "Left."}).status_code == 302
    assert browser.post(f"/site/judges/{held.pk}/remove/", {"reason": "Left."}).status_code == 404
    assert not SiteRole.objects.exists()
    assert "/site/judges/" in browser.get("/me/").content.decode()
    assert "/site/judges/" not in signed_in(newcomer).get("/me/").content.decode()


def test_site_judges_page_takes_a_constant_number_of_queries():
    browser = signed_in(make_user(is_superuser=True))
    assign_site_role(None, email=make_user().email, reason="One.")
    few = queries_of(lambda: browser.get("/site/judges/"))
    for _ in range(5):
        assign_site_role(make_user(is_superuser=True), email=make_user().email, reason="More.")
    assert queries_of(lambda: browser.get("/site/judges/")) == few


def test_site_judges_command_lists_assigns_and_revokes(capsys: Any, newcomer: User):
    call_command("site_judges", give=newcomer.email, reason="Level two judge.")
    assert capsys.readouterr().out.startswith(f"{newcomer.email}  since ")
    call_command("site_judges", take=newcomer.email, reason="Left.")
    assert capsys.readouterr().out == ""
    for options in ({"give": "nobody@example.com", "reason": "x"}, {"take": "nobody@example.com", "reason": "x"},
                    {"give": newcomer.email}):  # fmt: skip
        with pytest.raises(CommandError):
            call_command("site_judges", **options)


def test_judge_of_one_event_has_no_rights_at_another():
    judge = make_staff(make_event(), StaffRole.Role.HEAD_JUDGE)
    with pytest.raises(NotAllowedError, match="Only judges may open a dispute here"):
        disputes.open_dispute(judge, title="T", record=LEGAL, event=make_event())
