"""Notices: events, preferences, mail, push, retries."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from epic_events.accounts.access.sessions import revoke_access
from epic_events.accounts.languages import choose
from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.decks import services as decks
from epic_events.events import services as events
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.integrations.notices import availability, collecting, push_keys, sending, services, tasks
from epic_events.integrations.notices.models import USUAL, ByMail, Device, Gathered, Kind, Notice, PushKey, Wish
from epic_events.jobs import outbox
from epic_events.jobs.models import OutboxStatus
from epic_events.judging.calls import services as calls
from epic_events.judging.clock import services as clocks
from epic_events.judging.decisions import services as decisions
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.pairings import services as pairings
from epic_events.pairings.methods.scores import Score
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import PASSWORD, make_event, make_registration, make_staff, make_user
from tests.epic_events.integrations.notices.push_service import SITE_KEY, PushService, push_service
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at

pytestmark = pytest.mark.django_db

MAILS = Wish(ByMail.NOW, push=False)


def send_notices() -> list[Any]:
    """Run the task and return the mails it sent."""
    mail.outbox.clear()
    collecting.gather()
    sending.send_due()
    return list(mail.outbox)


def send_and_list_subjects() -> dict[str, list[str]]:
    """Run the task and return the mail subjects by address."""
    found: dict[str, list[str]] = {}
    for one in send_notices():
        found.setdefault(one.to[0], []).append(one.subject.removeprefix("[Epic Events] "))
    return found


def waiting_player() -> tuple[Event, User, User]:
    """Return a full event of one place, its organiser, and a waitlisted user."""
    organiser, waits = make_user(), make_user("Wanda")
    event = make_event(organiser=organiser, name="Open", capacity=2)
    for user in (make_user(), make_user(), waits):
        events.register(user, event, consent=True)
    return event, organiser, waits


def free_a_place(event: Event, organiser: User) -> None:
    events.withdraw(organiser, event.registrations.filter(status=Registration.Status.REGISTERED)[0])


def test_pairings_notice_is_sent_once_to_subscribers() -> None:
    event, organiser = running_event(4, name="Open")
    round_ = published_round(event, organiser)
    first, second = users_at(matches_of(round_)[0])
    services.choose(first, {Kind.PAIRINGS: MAILS})
    (sent,) = send_notices()
    assert (sent.to, sent.subject) == ([first.email], "[Epic Events] Round 1: pairings published · Open")
    assert f"Table 1, against {second.name}." in sent.body
    assert send_notices() == []
    assert Notice.objects.get().status == OutboxStatus.SENT


def test_notice_of_rolled_back_transaction_is_not_sent() -> None:
    event, organiser, _waits = waiting_player()
    with transaction.atomic():
        free_a_place(event, organiser)
        transaction.set_rollback(True)
    assert send_notices() == []


def test_notice_of_entry_committed_late_is_sent() -> None:
    """Keys are assigned before commit, so a longer transaction appears below others."""
    event, organiser, waits = waiting_player()
    free_a_place(event, organiser)
    collecting.gather()
    Notice.objects.all().delete()
    state = Gathered.objects.get()
    line = state.done.pop(state.done.index(max(state.done)))
    state.done.append(line + 1)
    state.save()
    assert send_and_list_subjects() == {waits.email: ["You have a place · Open"]}


def test_notices_of_old_entries_are_skipped() -> None:
    event, organiser, _waits = waiting_player()
    free_a_place(event, organiser)
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=False):
        assert send_notices() == []
    assert Gathered.objects.get().upto == Entry.objects.latest("pk").pk


def test_notice_of_entry_before_clock_jumped_ahead_is_sent() -> None:
    event, organiser, waits = waiting_player()
    free_a_place(event, organiser)
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        assert send_and_list_subjects() == {waits.email: ["You have a place · Open"]}


def test_notice_written_by_fast_clock_is_sent_when_it_is_corrected() -> None:
    event, organiser, waits = waiting_player()
    with time_machine.travel(timezone.now() + timedelta(hours=2), tick=False):
        free_a_place(event, organiser)
        collecting.gather()
    assert send_and_list_subjects() == {waits.email: ["You have a place · Open"]}


def test_notice_for_later_waits() -> None:
    event, organiser, _waits = waiting_player()
    free_a_place(event, organiser)
    collecting.gather()
    Notice.objects.update(tries=3, due_at=timezone.now() + timedelta(minutes=4))
    assert send_notices() == []
    Notice.objects.update(tries=0, daily=True, due_at=timezone.now() + timedelta(hours=20))
    assert send_notices() == []


def test_notice_mail_unsubscribes_with_one_click(client: Client) -> None:
    event, organiser, waits = waiting_player()
    free_a_place(event, organiser)
    (sent,) = send_notices()
    headers = sent.message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = headers["List-Unsubscribe"].strip("<>")
    assert link in sent.body
    path = re.sub(r"https?://[^/]+", "", link)
    browser = Client(enforce_csrf_checks=True)
    assert "Unsubscribe from these e-mails?" in browser.get(path).text
    assert services.wishes(waits)[Kind.PLACE].mail == ByMail.NOW
    assert browser.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert services.wishes(waits)[Kind.PLACE] == Wish(ByMail.OFF, push=True)
    assert services.wishes(waits)[Kind.DECISION] == USUAL[Kind.DECISION]
    assert browser.post(path[:-3] + "xx/").status_code == 404


def test_notice_mail_unconfirmed_address_is_skipped() -> None:
    event, organiser, waits = waiting_player()
    EmailAddress.objects.filter(user=waits).update(verified=False)
    free_a_place(event, organiser)
    assert send_notices() == []
    assert Notice.objects.get().status == OutboxStatus.NOT_NEEDED


def test_notice_no_longer_true_is_skipped() -> None:
    event, organiser, waits = waiting_player()
    free_a_place(event, organiser)
    collecting.gather()
    events.withdraw(waits, event.registrations.get(player__user=waits))
    assert send_notices() == []


def test_notice_mail_failure_is_retried_then_fails(settings: Any) -> None:
    event, organiser, _waits = waiting_player()
    free_a_place(event, organiser)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # no one is subscribed
    collecting.gather()
    waits, now = [], timezone.now()
    while (notice := Notice.objects.get()).status == OutboxStatus.WAITING:
        with time_machine.travel(notice.due_at, tick=False):
            assert sending.send_due() == 1
            assert sending.send_due() == 0
        waits.append(round((notice.due_at - now).total_seconds() / 60))
        now = notice.due_at
    assert waits == [0, 1, 2, 4, 8, 16, 32, 64]
    assert (notice.status, notice.tries) == (OutboxStatus.FAILED, Notice.MAX_TRIES)


def test_notice_mail_of_expired_lease_is_resent_with_same_message_id() -> None:
    event, organiser, _waits = waiting_player()
    free_a_place(event, organiser)
    collecting.gather()
    (lost,) = sending.lease_next()
    assert sending.send_due() == 0
    with time_machine.travel(timezone.now() + sending.LEASE, tick=False):
        mail.outbox.clear()
        assert sending.send_due() == 1
    assert mail.outbox[0].message()["Message-ID"] == f"<notice-{lost.pk}@localhost>"


def test_daily_notices_are_sent_in_one_mail() -> None:
    with time_machine.travel(datetime(2026, 5, 1, 20, tzinfo=UTC), tick=False):
        waits = make_user("Wanda")
        services.choose(waits, {Kind.PLACE: Wish(ByMail.DAILY)})
        for name in ("First", "Second"):
            organiser = make_user()
            event = make_event(organiser=organiser, name=name, capacity=2)
            for user in (make_user(), make_user(), waits):
                events.register(user, event, consent=True)
            free_a_place(event, organiser)
        assert send_notices() == []
    with time_machine.travel(datetime(2026, 5, 2, 7, tzinfo=UTC), tick=False):
        (sent,) = send_notices()
    assert sent.subject == "[Epic Events] 2 notifications"
    assert [name in sent.body for name in ("You have a place · First", "You have a place · Second")] == [True, True]


def test_decklist_reminder_is_sent_once_one_day_before() -> None:
    missing, done = make_user(), make_user()
    event = make_event(decklists_required=True, name="Open", starts_at=timezone.now() + timedelta(days=3))
    for user in (missing, done):
        make_registration(event, user=user)
    decks.submit(done, event.registrations.get(player__user=done), legal_text())
    assert collecting.remind() == 0
    with time_machine.travel(event.starts_at - timedelta(hours=20), tick=False):
        collecting.remind()
        collecting.remind()
        assert send_and_list_subjects() == {missing.email: ["Your decklist is missing · Open"]}


def test_decklist_change_by_staff_notifies_player() -> None:
    player, organiser = make_user(), make_user()
    event = make_event(organiser=organiser, decklists_required=True, name="Open")
    entry = make_registration(event, user=player)
    decks.submit(player, entry, legal_text())
    assert send_notices() == []
    first, *others = legal_text().splitlines()
    shorter = "\n".join(others)
    decks.submit(organiser, entry, shorter, accept_problems=True, reason="A page was torn.")
    (sent,) = send_notices()
    count, _space, name = first.partition(" ")
    assert sent.subject == "[Epic Events] The staff changed your decklist · Open"
    assert f"-{int(count)} {name}" in sent.body
    assert "Reason: A page was torn." in sent.body
    decks.set_lock(organiser, entry, to_locked=True)
    assert send_and_list_subjects() == {player.email: ["Your decklist is locked · Open"]}


def test_disputed_result_and_time_extension_notify_players() -> None:
    event, organiser = running_event(4, name="Open")
    match = matches_of(published_round(event, organiser))[0]
    players = users_at(match)
    for user in players:
        services.choose(user, {Kind.DIFFER: MAILS, Kind.EXTENSION: MAILS})
    pairings.report_result(players[0], match, Score(1, 0))
    assert send_and_list_subjects() == {}
    pairings.report_result(players[1], match, Score(0, 1))
    assert send_and_list_subjects() == {user.email: ["Your result reports differ · Open"] for user in players}
    clocks.extend_time(match, 3, "spill", organiser)
    assert send_and_list_subjects() == {user.email: ["Time extension: 3 minutes · Open"] for user in players}


def test_judge_call_notifies_judges_and_decision_notifies_players() -> None:
    event, organiser = running_event(4, name="Open")
    match = matches_of(published_round(event, organiser))[0]
    judge, head = make_staff(event, StaffRole.Role.JUDGE), make_staff(event, StaffRole.Role.HEAD_JUDGE)
    make_staff(event, StaffRole.Role.SCOREKEEPER)
    for user in (judge, head, organiser):
        services.choose(user, {Kind.CALL: MAILS})
    players = users_at(match)
    calls.call_judge(players[0], match, reason="Two cards at once")
    assert send_and_list_subjects() == {
        user.email: ["Judge call at table 1 · Open"] for user in (judge, head, organiser)
    }
    made = decisions.decide(judge, match, DecisionContent(text="The first one counts."))
    assert send_and_list_subjects() == {user.email: ["A judge has decided · Open"] for user in players}
    appeal = decisions.appeal(players[1], made.case, reason="No")
    heads = {user.email: ["Appeal to the head judge · Open"] for user in (head, organiser)}
    assert send_and_list_subjects() == {
        **heads,
        players[0].email: ["A player at your table appeals to the head judge · Open"],
    }
    decisions.withdraw_appeal(players[1], appeal)
    assert send_and_list_subjects() == {players[0].email: ["The appeal was withdrawn · Open"]}


class TestPushNotices:
    """Push notices."""

    @pytest.fixture
    def service(self, settings: Any) -> Any:
        settings.VAPID_PRIVATE_KEY, settings.PRIVATE_ADDRESSES = SITE_KEY, True
        with push_service() as made:
            yield made

    def test_push_notice_is_sent_once_with_vapid_authorisation(self, service: PushService) -> None:
        event, organiser, waits = waiting_player()
        services.add_device(waits, **service.subscription, name="Phone")
        services.choose(waits, {Kind.PLACE: Wish(ByMail.OFF, push=True)})
        free_a_place(event, organiser)
        assert send_notices() == []
        (shown,) = service.received
        assert (shown["title"], shown["url"]) == ("You have a place · Open", event.get_absolute_url())
        assert service.headers[0]["Authorization"].startswith("vapid t=")
        send_notices()
        assert len(service.received) == 1

    def test_push_notice_is_in_language_of_recipient(self, service: PushService) -> None:
        event, organiser, waits = waiting_player()
        choose(waits, language="de")
        services.add_device(waits, **service.subscription, name="Phone")
        free_a_place(event, organiser)
        (sent,) = send_notices()
        (shown,) = service.received
        assert (shown["title"], shown["url"]) == ("Du hast einen Platz · Open", event.get_absolute_url())
        assert sent.subject == "[Epic Events] Du hast einen Platz · Open"

    def test_push_device_gone_is_deleted(self, service: PushService) -> None:
        event, organiser, waits = waiting_player()
        services.add_device(waits, **service.subscription, name="Phone")
        service.status = 410
        free_a_place(event, organiser)
        send_notices()
        assert not Device.objects.exists()
        assert list(Notice.objects.values_list("way", "status")) == [("mail", "sent")]

    def test_push_service_error_is_retried_later(self, service: PushService) -> None:
        event, organiser, waits = waiting_player()
        services.add_device(waits, **service.subscription, name="Phone")
        service.status = 503
        free_a_place(event, organiser)
        send_notices()
        waits_for = Notice.objects.get(way="push")
        assert (waits_for.status, waits_for.answer) == ("waiting", "The push service answered 503.")

    def test_push_address_in_private_network_is_refused(self, service: PushService, settings: Any) -> None:
        event, organiser, waits = waiting_player()
        services.add_device(waits, **service.subscription, name="Phone")
        settings.PRIVATE_ADDRESSES = False
        free_a_place(event, organiser)
        send_notices()
        assert service.received == []
        assert "InvalidIPAddress" in Notice.objects.get(way="push").answer

    def test_push_device_registered_by_other_user_changes_owner(self, service: PushService) -> None:
        before, after = make_user(), make_user()
        for user in (before, after):
            services.add_device(user, **service.subscription, name="Phone")
        assert [device.user for device in Device.objects.all()] == [after]

    def test_push_device_is_added_and_removed_on_page(self, service: PushService, client: Client) -> None:
        user = make_user()
        client.force_login(user)
        answer = client.post("/me/notices/devices/", service.subscription, follow=True)
        assert "Device added. It now shows notifications." in answer.text
        device = Device.objects.get()
        assert device.user == user
        client.post(f"/me/notices/devices/{device.pk}/remove/")
        assert not Device.objects.exists()
        broken = {**service.subscription, "auth": "short"}
        assert "did not provide a valid subscription" in client.post("/me/notices/devices/", broken, follow=True).text


def test_revoke_access_deletes_push_devices(settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY, settings.PRIVATE_ADDRESSES = SITE_KEY, True
    user = make_user()
    with push_service() as service:
        services.add_device(user, **service.subscription, name="Phone")
    revoke_access(None, user)
    assert not Device.objects.exists()


def test_notice_preferences_are_saved_on_page(client: Client, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = SITE_KEY
    availability.record_worker()
    user = make_user()
    client.force_login(user)
    wished = {f"{kind}-mail": "off" for kind in Kind} | {"place-mail": "daily", "call-push": "on"}
    answer = client.post("/me/notices/", wished, follow=True, secure=True)
    assert "Saved." in answer.text
    expected = {kind: Wish(ByMail.OFF, push=False) for kind in Kind}
    expected |= {Kind.PLACE: Wish(ByMail.DAILY, push=False), Kind.CALL: Wish(ByMail.OFF, push=True)}
    assert services.wishes(user) == expected
    assert client.post("/me/notices/", {**wished, "place-mail": "weekly"}, secure=True).status_code == 400


class TestDevice:
    """The push subscription of a browser: question, owner, end with its session."""

    @pytest.fixture(autouse=True)
    def _sending(self, settings: Any) -> None:
        settings.VAPID_PRIVATE_KEY, settings.PRIVATE_ADDRESSES = SITE_KEY, True
        availability.record_worker()

    def subscribe(self, client: Client) -> None:
        with push_service() as service:
            answer = client.post("/me/notices/devices/", service.subscription, headers={"accept": "application/json"})
        assert (answer.status_code, answer.content) == (204, b"")

    def test_checked_in_player_gets_pairings_on_subscribed_device(self) -> None:
        event, organiser = running_event(4, name="Open")
        user = User.objects.get(player__registrations=event.registrations.order_by("pk")[0])
        with push_service() as service:
            services.add_device(user, **service.subscription, name="Phone")
            published_round(event, organiser)
            assert send_notices() == []
        assert [one["title"] for one in service.received] == ["Round 1: pairings published · Open"]

    def test_question_is_asked_unless_user_turned_pairings_off(self, client: Client) -> None:
        user = make_user()
        client.force_login(user)
        page = client.get("/me/notices/question/", secure=True).text
        assert "Show a notification on this device when pairings are published?" in page
        assert push_keys.public_key(SITE_KEY) in page
        services.choose(user, {Kind.PAIRINGS: Wish(ByMail.OFF, push=False)})
        assert client.get("/me/notices/question/", secure=True).status_code == 204

    def test_subscription_for_other_notices_is_renewed_unless_device_was_removed(self, client: Client) -> None:
        user = make_user()
        services.choose(user, {Kind.PAIRINGS: Wish(ByMail.OFF, push=False)})
        client.force_login(user)
        renewal = "/me/notices/question/?renew=on"
        assert client.get(renewal, secure=True).status_code == 200
        self.subscribe(client)
        assert client.get(renewal, secure=True).status_code == 200
        services.remove_device(user, Device.objects.get().pk)
        assert client.get(renewal, secure=True).status_code == 204

    def test_question_is_not_asked_by_http_from_other_machine(self, client: Client) -> None:
        client.force_login(make_user())
        statuses = {
            host: client.get("/me/notices/question/", headers={"host": host}).status_code
            for host in ("testserver", "localhost:8000", "127.0.0.1:8000", "[::1]:8000")
        }
        assert statuses == {"testserver": 204, "localhost:8000": 200, "127.0.0.1:8000": 200, "[::1]:8000": 200}

    def test_event_page_marks_where_to_ask_checked_in_player_only(self, client: Client) -> None:
        user, organiser = make_user(), make_user()
        event = make_event(organiser=organiser, name="Open")
        entry = make_registration(event, user=user)
        client.force_login(user)
        pages = (event.get_absolute_url(), f"/events/{event.slug}/rounds/mine/")
        assert ["data-push-question" in client.get(page).text for page in pages] == [False, False]
        events.check_in(organiser, entry)
        assert ["data-push-question" in client.get(page).text for page in pages] == [True, True]
        events.cancel_event(organiser, event, reason="Rain")
        assert ["data-push-question" in client.get(page).text for page in pages] == [False, False]

    def test_sign_out_ends_subscription_of_this_browser_only(self, client: Client) -> None:
        user, other = make_user(), Client()
        for browser in (client, other):
            browser.force_login(user)
            self.subscribe(browser)
        assert Device.objects.filter(user=user).count() == 2
        left = other.session[services.SESSION_DEVICE]
        client.post("/accounts/logout/")
        assert [device.pk for device in Device.objects.all()] == [left]

    def test_session_ended_from_other_device_ends_its_subscription(self, client: Client) -> None:
        user, other = make_user(), Client()
        for browser in (client, other):
            browser.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
        self.subscribe(other)
        client.post(reverse("access:end_other_sessions"))
        assert other.get("/me/").status_code == 302
        assert not Device.objects.exists()

    def test_subscription_that_is_refused_is_answered_with_message(self, client: Client) -> None:
        client.force_login(make_user())
        answer = client.post("/me/notices/devices/", {"endpoint": "x"}, headers={"accept": "application/json"})
        assert answer.status_code == 400
        assert answer.json() == {"message": "The browser did not provide a valid subscription. Try again."}


class TestAvailability:
    """Preferences of a site that cannot send."""

    def page(self, client: Client, *, superuser: bool = False) -> str:
        client.force_login(make_user(is_superuser=superuser))
        return client.get("/me/notices/", headers={"host": "localhost"}).text

    def test_preferences_without_worker_show_no_boxes_and_tell_site_administrator(self, client: Client) -> None:
        page = self.page(client)
        assert "This site does not send notifications at the moment." in page
        assert ['type="checkbox"' in page, "<select" in page.partition('id="page"')[2]] == [False, False]
        assert "A worker of the queue “notices”, and beat." not in page
        assert "A worker of the queue “notices”, and beat." in self.page(client, superuser=True)

    def test_preferences_without_key_show_e_mail_only(self, client: Client) -> None:
        PushKey.objects.all().delete()
        availability.record_worker()
        page = self.page(client, superuser=True)
        assert ['name="pairings-push"' in page, 'name="pairings-mail"' in page] == [False, True]
        assert "A push key: run manage.py migrate." in page

    def test_preferences_without_mail_server_show_devices_only(self, client: Client, settings: Any) -> None:
        settings.VAPID_PRIVATE_KEY = SITE_KEY
        settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
        availability.record_worker()
        page = self.page(client, superuser=True)
        assert ['name="pairings-push"' in page, 'name="pairings-mail"' in page] == [True, False]
        assert "A mail server: set EMAIL_URL." in page

    def test_save_preserves_preferences_of_unavailable_channel(self, client: Client) -> None:
        PushKey.objects.all().delete()
        availability.record_worker()
        user = make_user()
        client.force_login(user)
        client.post("/me/notices/", {f"{kind}-mail": "off" for kind in Kind})
        assert services.wishes(user) == {kind: Wish(ByMail.OFF, push=USUAL[kind].push) for kind in Kind}

    def test_worker_is_recorded_by_its_task(self, client: Client) -> None:
        tasks.tell()
        assert "A worker of the queue “notices”, and beat." not in self.page(client, superuser=True)


def test_sent_notices_are_deleted_after_a_month() -> None:
    event, organiser, _waits = waiting_player()
    free_a_place(event, organiser)
    send_notices()
    assert outbox.delete_ended(Notice.objects.all()) == 0
    with time_machine.travel(timezone.now() + timedelta(days=31), tick=False):
        assert outbox.delete_ended(Notice.objects.all()) == 1
