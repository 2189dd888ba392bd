"""Language and time zone by account, device or browser, also in mail."""

import re
from datetime import UTC, datetime

import pytest
from django.core import mail
from django.test import Client
from django.utils import translation

from epic_events.accounts.languages import choose, in_language_of
from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.events import times
from epic_events.infra.errors import UserError
from tests.epic_events.factories import PASSWORD, make_event, make_user

pytestmark = pytest.mark.django_db
SWITCH, PAGE = "/accounts/language/switch/", "/accounts/language/"


def language_of(client: Client, path: str = "/", browser: str = "") -> str:
    answer = client.get(path, headers={"Accept-Language": browser} if browser else {})
    found = re.search(r'<html lang="([\w-]+)"', answer.content.decode())
    assert found
    assert answer["Content-Language"] == found[1]
    assert {"Cookie", "Accept-Language"} <= {each.strip() for each in answer["Vary"].split(",")}
    return found[1]


def test_language_browser_header_is_negotiated(client: Client):
    asked = ("", "de", "de-AT,de;q=0.9,en;q=0.5", "fr,de;q=0.4,en;q=0.2", "fr", "en-GB,de;q=0.9", "tlh", "*")
    assert [language_of(client, browser=each) for each in asked] == ["en", "de", "de", "de", "en", "en", "en", "en"]


def test_language_switch_works_without_script_and_is_remembered(client: Client):
    page = client.get("/rules/?q=ambush").content.decode()
    form = re.search(rf'<form method="post"\s+action="{SWITCH}".*?</form>', page, re.DOTALL)
    assert form
    assert re.findall(r'value="(\w+)"\s+lang="(\w+)"', form[0]) == [("en", "en"), ("de", "de")]
    assert 'name="next" value="/rules/?q=ambush"' in form[0]
    answer = client.post(SWITCH, {"language": "de", "next": "/rules/?q=ambush"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/?q=ambush")
    cookie = answer.cookies["language"]
    assert (cookie.value, cookie["httponly"], cookie["samesite"], cookie["max-age"]) == ("de", True, "Lax", 31_536_000)
    assert language_of(client, browser="en") == "de"
    client.post(SWITCH, {"language": "en", "next": "/"})
    assert language_of(client, browser="de") == "en"


@pytest.mark.parametrize("after", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_language_switch_foreign_next_redirects_home(client: Client, after: str):
    assert client.post(SWITCH, {"language": "de", "next": after})["Location"] == "/"


def test_language_unsupported_is_rejected(client: Client):
    for language in ("fr", "", "tlh", "../../etc"):
        answer = client.post(SWITCH, {"language": language})
        assert (answer.status_code, "language" in answer.cookies) == (400, False)
    with pytest.raises(UserError, match="not available"):
        choose(make_user(), language="fr")
    with pytest.raises(UserError, match="time zone"):
        choose(make_user(), time_zone="Europe/Atlantis")
    assert set(User.objects.values_list("language", "time_zone")) == {("", "")}


def test_language_choice_of_account_applies_on_every_device(client: Client):
    user = make_user()
    client.force_login(user)
    client.post(SWITCH, {"language": "de", "next": "/me/"})
    assert Entry.objects.about(user).filter(verb="access.language_chosen").get().data == {"language": "de"}
    other = Client()
    assert language_of(other, browser="en") == "en"
    other.force_login(user)
    assert [language_of(other, path, browser="en") for path in ("/", "/me/", "/rules/")] == ["de"] * 3
    client.post(SWITCH, {"language": "de"})
    assert Entry.objects.filter(verb="access.language_chosen").count() == 1


def test_language_page_stores_language_and_time_zone_or_resets_them_to_browser(client: Client):
    user = make_user()
    client.force_login(user)
    assert client.post(PAGE, {"language": "de", "time_zone": "Asia/Tokyo"})["Location"] == PAGE
    user.refresh_from_db()
    assert (user.language, user.time_zone) == ("de", "Asia/Tokyo")
    page = client.get(PAGE).content.decode()
    assert re.findall(r'<option value="([\w/]*)" selected', page) == ["de", "Asia/Tokyo"]
    client.post(PAGE, {"language": "", "time_zone": ""})
    user.refresh_from_db()
    assert (user.language, user.time_zone) == ("", "")
    assert language_of(client, browser="de") == "de"
    assert client.post(PAGE, {"language": "fr"}).status_code == 400
    assert 'name="time_zone"' not in Client().get(PAGE).content.decode()


def test_signup_stores_language_of_browser():
    device = Client(headers={"Accept-Language": "de"})
    device.post("/accounts/signup/", {"email": "new@example.com", "name": "Nora", "password1": PASSWORD})
    assert User.objects.get().language == "de"


def test_mail_is_in_language_of_recipient(client: Client):
    user = make_user()
    choose(user, language="de")
    client.post("/accounts/login/code/", {"email": user.email}, headers={"Accept-Language": "en"})
    choose(user, language="en")
    Client().post("/accounts/login/code/", {"email": user.email}, headers={"Accept-Language": "de"})
    german, english = (letter.body for letter in mail.outbox)
    assert german != english
    with in_language_of(user):
        assert translation.get_language() == "en"


def test_dates_are_formatted_by_language():
    event = make_event(starts_at=datetime(2026, 11, 23, 13, 30, tzinfo=UTC), time_zone="Europe/Berlin")
    output = {}
    for language in ("en", "de"):
        with translation.override(language):
            output[language] = [
                times.format_event_time(event.starts_at, event, form)
                for form in ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT", "TIME_FORMAT")
            ]
    assert output == {
        "en": ["23 Nov 2026, 14:30 CET", "23 Nov, 14:30 CET", "14:30 CET"],
        "de": ["23.11.2026, 14:30 CET", "23.11., 14:30 CET", "14:30 CET"],
    }


def test_time_without_venue_uses_time_zone_of_user():
    moment = datetime(2026, 11, 23, 13, 30, tzinfo=UTC)
    user = make_user()
    assert times.format_event_time(moment, None) == "23 Nov, 13:30 UTC"
    choose(user, time_zone="Asia/Tokyo")
    with in_language_of(user):
        assert times.format_event_time(moment, None) == "23 Nov, 22:30 JST"
        assert times.format_event_time(moment, make_event(time_zone="Europe/Berlin")) == "23 Nov, 14:30 CET"
    assert times.format_event_time(moment, None) == "23 Nov, 13:30 UTC"


def test_event_start_in_other_time_zone_shows_both_times():
    event = make_event(starts_at=datetime(2026, 11, 23, 13, 30, tzinfo=UTC), time_zone="Europe/Berlin")
    pages = []
    for zone in ("", "Europe/Paris", "Asia/Tokyo", "Pacific/Auckland"):
        user, client = make_user(), Client()
        choose(user, language="de", time_zone=zone)
        client.force_login(user)
        pages.append(client.get(event.get_absolute_url()).content.decode())
    pages.append(Client(headers={"Accept-Language": "de"}).get(event.get_absolute_url()).content.decode())
    assert [re.findall(r"14:30 CET</time>\s*(\([^)]*\))", page) for page in pages] == [
        [], [], ["(22:30 JST)"], ["(24.11., 02:30 NZDT)"], [],
    ]  # fmt: skip


def test_event_form_start_time_is_independent_of_language_and_zone():
    sent = {
        "name": "Open", "starts_at": "2030-03-31T02:30", "time_zone": "UTC", "check_in_minutes": "60",
        "format": "epic:full-constructed", "rules_version": "RB-2017", "best_of": "1", "minutes": "40", "cut": "0",
        "cut_best_of": "1", "deck_visibility": "after",
    }  # fmt: skip
    for language, zone in (("en", ""), ("de", "Europe/Berlin")):  # whose clocks jump over that very time
        user, client = make_user(), Client()
        choose(user, language=language, time_zone=zone)
        client.force_login(user)
        made = client.post("/events/create/", {**sent, "name": f"Open {language}"})
        assert made.status_code == 302, re.findall(r'class="errors".*?</ul>', made.content.decode(), re.DOTALL)
        edit = client.get(made["Location"].rstrip("/") + "/edit/").content.decode()
        assert re.search(r'value="2030-03-31T02:30"', edit)
