"""Push notifications of a checked-in player, in a browser whose push service is replaced by a local one."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect

from epic_events.accounts.models import User
from epic_events.events import services as events
from epic_events.integrations.notices import availability, collecting, sending
from epic_events.integrations.notices.models import Device, Notice, PushKey
from epic_events.jobs.models import OutboxStatus
from epic_events.pairings import services as pairings
from tests.browser.page_width import width_of
from tests.epic_events.factories import make_event, make_registration, make_user
from tests.epic_events.integrations.notices.push_service import SITE_KEY, PushService, push_service
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

QUESTION = "Show a notification on this device when pairings are published?"
PUSH_SERVICE = """
window.dialogs = 0;
const ask = Notification.requestPermission.bind(Notification);
Notification.requestPermission = async () => { window.dialogs += 1; return ask(); };
const KEY = "subscription of the browser";
const subscription = (one) => ({
  options: { applicationServerKey: new Uint8Array(one.key).buffer },
  toJSON: () => ({ endpoint: one.endpoint, keys: { p256dh: one.p256dh, auth: one.auth } }),
  unsubscribe: async () => { localStorage.removeItem(KEY); return true; },
});
PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  const count = Number(localStorage.getItem("subscriptions")) + 1;
  const one = { ...MADE, endpoint: `${MADE.endpoint}/${count}`, key: [...applicationServerKey] };
  localStorage.setItem("subscriptions", count);
  localStorage.setItem(KEY, JSON.stringify(one));
  return subscription(one);
};
PushManager.prototype.getSubscription = async () => {
  const text = localStorage.getItem(KEY);
  return text ? subscription(JSON.parse(text)) : null;
};
"""
"""Chromium's own push service needs the network: subscriptions lead to the service of the test instead."""
DENIED = "Object.defineProperty(Notification, 'permission', { get: () => 'denied' });"
IPHONE = """
Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' });
Object.defineProperty(navigator, 'standalone', { get: () => false });
delete window.PushManager;
"""


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    """Yield a push service on this machine; notices are sent by the test."""
    settings.VAPID_PRIVATE_KEY, settings.PRIVATE_ADDRESSES = SITE_KEY, True
    availability.record_worker()
    with push_service() as made:
        yield made


class Hall:
    """An event with four players, of whom the last is not checked in."""

    def __init__(self, **fields: Any) -> None:
        self.organiser, self.users = make_user("Olga"), [make_user(f"Player {number}") for number in range(4)]
        self.event = make_event(organiser=self.organiser, name="Open", **fields)
        self.entries = [make_registration(self.event, user=user) for user in self.users]
        for entry in self.entries[:3]:
            events.check_in(self.organiser, entry)

    @property
    def path(self) -> str:
        return self.event.get_absolute_url()

    def check_in_last(self) -> User:
        """Check in the last player by the staff."""
        events.check_in(self.organiser, self.entries[3])
        return self.users[3]

    def publish_round(self) -> None:
        """Start the event, publish the first round and send the notices."""
        self.event.refresh_from_db()
        events.start_event(self.organiser, self.event)
        pairings.publish_round(self.organiser, pairings.pair_round(self.organiser, self.event, seed=1))
        collecting.gather()
        sending.send_due()


def use(page: Page, service: PushService, *, permission: bool = True, more: str = "") -> Page:
    """Prepare a phone: its push service, its permission for notifications and scripts of its own."""
    subscription = json.dumps(service.subscription)
    page.add_init_script(f"const MADE = {subscription};{PUSH_SERVICE}{more}")
    if permission:
        page.context.grant_permissions(["notifications"])
    return page


def sign_in(page: Page, user: User) -> None:
    """Sign another user in with a new session."""
    client = Client()
    client.force_login(user)
    name = django_settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": page.url}])


def shown_notifications(page: Page, payload: dict[str, Any]) -> list[str]:
    """Deliver a message to the service worker as the browser does; return the titles of the notifications."""
    session = page.context.new_cdp_session(page)
    registrations: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready.then((ready) => ready.active.state === 'activated')")
    origin = page.evaluate("location.origin")
    message = {"origin": origin, "registrationId": registrations[-1], "data": json.dumps(payload)}
    session.send("ServiceWorker.deliverPushMessage", message)
    titles = "navigator.serviceWorker.ready.then((ready) => ready.getNotifications())"
    page.wait_for_function(f"{titles}.then((all) => all.length)")
    titles_now: list[str] = page.evaluate(f"{titles}.then((all) => all.map((one) => one.title))")
    return titles_now


def test_player_checked_in_by_staff_is_asked_once_and_notified(
    open_as: Callable[..., Page], service: PushService
) -> None:
    hall = Hall()
    phone = use(open_as(hall.users[3], width=390, touch=True, keeps=True), service)
    phone.goto(hall.path)
    expect(phone.get_by_role("heading", name="Open")).to_be_visible()
    expect(phone.get_by_text(QUESTION)).to_have_count(0)
    hall.check_in_last()
    expect(phone.get_by_text(QUESTION)).to_be_visible()
    assert (phone.evaluate("window.dialogs"), Device.objects.count(), width_of(phone)) == (0, 0, 390)
    phone.get_by_role("button", name="Yes, notify me").click()
    expect(phone.get_by_text("This device shows a notification when pairings are published.")).to_be_visible()
    assert list(Device.objects.values_list("user", flat=True)) == [hall.users[3].pk]
    phone.reload()
    expect(phone.get_by_text("Checked in")).to_be_visible()
    expect(phone.get_by_text(QUESTION)).to_have_count(0)
    hall.publish_round()
    (payload,) = service.received
    assert shown_notifications(phone, payload) == ["Round 1: pairings published · Open"]


def test_player_who_declines_after_own_check_in_is_not_asked_again(
    open_as: Callable[..., Page], service: PushService
) -> None:
    hall = Hall(starts_at=timezone.now() + timedelta(minutes=20))
    phone = use(open_as(hall.users[3], width=390, keeps=True), service)
    phone.goto(hall.path)
    phone.get_by_role("button", name="Check in now").click()
    expect(phone.get_by_text("You are checked in.")).to_be_visible()
    phone.get_by_role("button", name="Not now").click()
    expect(phone.get_by_text(QUESTION)).to_have_count(0)
    phone.goto(f"{hall.path}rounds/mine/")
    expect(phone.get_by_text("You are checked in.")).to_be_visible()
    expect(phone.get_by_text(QUESTION)).to_have_count(0)
    assert phone.evaluate("window.dialogs") == 0


def test_other_user_of_device_ends_subscription_and_is_asked(
    open_as: Callable[..., Page], service: PushService
) -> None:
    hall = Hall()
    hall.check_in_last()
    phone = use(open_as(hall.users[0], width=390, keeps=True), service)
    phone.goto(hall.path)
    phone.get_by_role("button", name="Yes, notify me").click()
    expect(phone.get_by_text("This device shows a notification when pairings are published.")).to_be_visible()
    phone.goto("/me/")
    phone.get_by_role("link", name="Sign out").click()
    phone.get_by_role("button", name="Sign out").click()
    wait_until(lambda: not Device.objects.exists(), "the subscription outlives its session")
    sign_in(phone, hall.users[1])
    phone.goto(hall.path)
    expect(phone.get_by_text(QUESTION)).to_be_visible()
    phone.get_by_role("button", name="Yes, notify me").click()
    expect(phone.get_by_text("This device shows a notification when pairings are published.")).to_be_visible()
    (device,) = Device.objects.all()
    assert (device.user, device.endpoint) == (hall.users[1], f"{service.subscription['endpoint']}/2")


def test_signing_in_again_renews_subscription_without_asking(
    open_as: Callable[..., Page], service: PushService
) -> None:
    hall = Hall()
    phone = use(open_as(hall.users[0], width=390, keeps=True), service)
    phone.goto(hall.path)
    phone.get_by_role("button", name="Yes, notify me").click()
    expect(phone.get_by_text("This device shows a notification when pairings are published.")).to_be_visible()
    phone.goto("/me/")
    phone.get_by_role("link", name="Sign out").click()
    phone.get_by_role("button", name="Sign out").click()
    wait_until(lambda: not Device.objects.exists(), "the subscription outlives its session")
    sign_in(phone, hall.users[0])
    phone.goto(hall.path)
    wait_until(Device.objects.exists, "the subscription is not renewed")
    expect(phone.get_by_text(QUESTION)).to_have_count(0)


def test_two_devices_of_player_are_notified_until_one_is_gone(
    open_as: Callable[..., Page], service: PushService
) -> None:
    hall = Hall()
    user = hall.check_in_last()
    with push_service() as other:
        for each in (service, other):
            phone = use(open_as(user, width=390, keeps=True), each)
            phone.goto(hall.path)
            phone.get_by_role("button", name="Yes, notify me").click()
            expect(phone.get_by_text("This device shows a notification")).to_be_visible()
        other.status = 410
        hall.publish_round()
        assert [len(each.received) for each in (service, other)] == [1, 1]
    assert list(Notice.objects.values_list("user", "status")) == [(user.pk, OutboxStatus.SENT)]
    phone.evaluate("localStorage.removeItem('subscription of the browser')")
    phone.reload()
    expect(phone.get_by_text(QUESTION)).to_be_visible()


def test_blocked_notifications_are_explained(open_as: Callable[..., Page], service: PushService) -> None:
    hall = Hall()
    phone = use(open_as(hall.check_in_last(), width=390, keeps=True), service)
    phone.goto(hall.path)
    phone.get_by_role("button", name="Yes, notify me").click()
    expect(phone.get_by_text("This device shows a notification")).to_be_visible()
    phone.add_init_script(DENIED)
    phone.reload()
    expect(phone.get_by_text("This browser blocks notifications from this site.")).to_be_visible()
    phone.get_by_role("button", name="Close").click()
    phone.reload()
    expect(phone.get_by_text("Checked in")).to_be_visible()
    expect(phone.get_by_text("This browser blocks notifications")).to_have_count(0)
    phone.goto("/me/notices/")
    phone.get_by_role("button", name="Remove").click()
    expect(phone.get_by_text("This browser blocks notifications from this site.")).to_be_visible()
    assert phone.evaluate("window.dialogs") == 0


def test_iphone_is_asked_to_use_home_screen(open_as: Callable[..., Page], service: PushService) -> None:
    hall = Hall()
    phone = use(open_as(hall.check_in_last(), width=390, keeps=True), service, more=IPHONE)
    phone.goto(hall.path)
    expect(phone.get_by_text("notifications work only from the home screen")).to_be_visible()
    expect(phone.get_by_text(QUESTION)).to_be_hidden()
    phone.get_by_role("button", name="Close").click()
    phone.reload()
    expect(phone.get_by_text("Checked in")).to_be_visible()
    expect(phone.get_by_text("notifications work only from the home screen")).to_have_count(0)


def test_question_disappears_when_event_is_cancelled(open_as: Callable[..., Page], service: PushService) -> None:
    hall = Hall()
    phone = use(open_as(hall.check_in_last(), width=390, keeps=True), service)
    phone.goto(hall.path)
    expect(phone.get_by_text(QUESTION)).to_be_visible()
    hall.event.refresh_from_db()
    events.cancel_event(hall.organiser, hall.event, reason="Rain")
    expect(phone.get_by_text(QUESTION)).to_have_count(0)


def test_site_that_cannot_send_is_requested_once(open_as: Callable[..., Page]) -> None:
    PushKey.objects.all().delete()
    hall = Hall()
    with push_service() as unused:
        phone = use(open_as(hall.check_in_last(), width=390, keeps=True), unused)
    requests: list[str] = []
    phone.on("request", lambda request: requests.append(request.url.rpartition("/me/notices/")[2]))
    with phone.expect_response("**/me/notices/question/") as answer:
        phone.goto(hall.path)
    assert answer.value.status == 204
    phone.wait_for_function("Object.keys(localStorage).some((key) => key.endsWith('/push-paused'))")
    phone.goto(hall.path)
    expect(phone.get_by_text("Checked in")).to_be_visible()
    phone.wait_for_load_state("networkidle")
    assert requests.count("question/") == 1
    expect(phone.get_by_text(QUESTION)).to_have_count(0)
