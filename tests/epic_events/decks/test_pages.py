"""Decklist pages: live check, submission, versions, locks, visibility."""

import html
import re
from functools import partial

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.html import escape

from epic_events.decks import services
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.lists import legal_text, short_text
from tests.epic_events.factories import make_event, make_registration, make_running_event, make_staff, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def user():
    return make_user("Ada")


@pytest.fixture
def entry(user):
    return make_registration(make_event(deck_visibility="cut", decklists_required=True), user=user, name="Ada")


@pytest.fixture
def ada(client, user):
    client.force_login(user)
    return client


def url(view, entry, *, key=False):
    return reverse(f"decks:{view}", args=[entry.event.slug, entry.pk] if key else [entry.event.slug])


def text_of(response, status=200):
    assert response.status_code == status, response
    return response.content.decode()


def test_live_check_reports_lines_and_stores_nothing(ada, entry):
    text = "4 Kong\n3 Lightnig Strike\nwhat is this 3 for 5"
    shown = text_of(ada.post(url("check", entry), {"text": text}, headers={"HX-Request": "true"}))
    assert "Not legal" in shown
    assert 'value="2:Lightning Strike"' in shown
    for line in (1, 2, 3):
        assert f'id="line-{line}"' in shown
    assert 'hx-swap-oob="innerHTML"' in shown
    assert "<html" not in shown
    assert "Legal" in text_of(ada.post(url("check", entry), {"text": legal_text()}))
    assert "Paste or type your decklist" in text_of(ada.post(url("check", entry), {"text": "// nothing"}))
    assert "at most 20000" in text_of(ada.post(url("check", entry), {"text": "x" * 20_001}))
    assert entry.deck_versions.count() == 0


@pytest.mark.parametrize(
    "refused",
    [
        {"text": "x" * 20_001},
        {"text": "3 Kong", "file": SimpleUploadedFile("list.txt", b"3 Kong\n" * 40_000)},
    ],
    ids=["a text that is too long", "a file that is too large"],
)
def test_editor_refused_submission_hides_verdict_of_previous_list(ada, entry, refused):
    services.submit(None, entry, legal_text())
    verdict = re.compile(r'class="verdict-word">\s*(Legal|Not legal)')
    assert verdict.findall(text_of(ada.get(url("edit", entry)))) == ["Legal"]
    shown = text_of(ada.post(url("edit", entry), refused), status=400)
    assert verdict.findall(shown) == (["Not legal"] if refused["text"] == "3 Kong" else [])


def test_editor_text_too_long_shows_error_without_truncation(ada, entry):
    assert "maxlength" not in text_of(ada.get(url("edit", entry))).partition("<textarea")[2].partition(">")[0]
    shown = text_of(ada.post(url("edit", entry), {"text": "x" * 20_001}), status=400)
    assert "at most 20000 characters (it has 20001)" in shown


TABLE = "Card Name;Set;Qty\r\n"
EXPORT = TABLE + "".join(f'"{line[2:]}";X;{line[0]}\r\n' for line in legal_text().splitlines())


def test_spreadsheet_table_is_accepted_by_check_submit_and_import(ada, entry):
    shown = text_of(ada.post(url("check", entry), {"text": EXPORT}))
    assert "“Set” was ignored: a list needs only names and numbers of copies" in html.unescape(shown)
    file = SimpleUploadedFile("deck.csv", b"\xef\xbb\xbf" + EXPORT.encode(), "text/csv")
    assert ada.post(url("edit", entry), {"text": "", "file": file}).status_code == 302
    plain = {"text": legal_text(), "format": "full-constructed", "on": "2017-08-20"}
    checked = [
        ada.post("/api/v1/decklists/check/", {**plain, "text": text}, content_type="application/json").json()
        for text in (plain["text"], EXPORT)
    ]
    assert checked[1]["legal"] is True
    assert (checked[0]["alignments"], checked[0]["cards"]) == (checked[1]["alignments"], checked[1]["cards"])
    submitted = services.submit(entry.player.user, entry, legal_text())
    assert [version.deck for version in entry.deck_versions.order_by("number")] == [submitted.deck] * 2


def test_editor_suggestion_replaces_name_in_table_cell(ada, entry):
    text = f"{TABLE}Lightnig Strike;X, Y;2\r\n"
    shown = text_of(ada.post(url("edit", entry), {"text": text, "use": "2:Lightning Strike"}))
    assert "Lightning Strike;X, Y;2" in shown


def test_live_check_is_throttled_and_404_for_hidden_event(client, entry, monkeypatch):
    monkeypatch.setattr("epic_events.decks.views.CHECKS_A_MINUTE", 1)
    assert client.post(url("check", entry), {"text": "3 Kong"}).status_code == 200
    refused = client.post(url("check", entry), {"text": "3 Kong"})
    assert (refused.status_code, int(refused["Retry-After"]) > 0) == (429, True)
    draft = make_registration(make_event(status="draft"))
    assert client.post(url("check", draft), {"text": "3 Kong"}).status_code == 404
    assert client.get(url("check", entry)).status_code == 405


def test_submit_page_shows_receipt(ada, entry):
    response = ada.post(url("edit", entry), {"text": legal_text(), "open_list_consent": "on"}, follow=True)
    version = entry.deck_versions.get()
    shown = text_of(response)
    assert response.redirect_chain[0][0] == url("detail", entry, key=True)
    assert f"Decklist submitted: version 1, receipt {version.fingerprint}." in shown
    entry.refresh_from_db()
    assert entry.open_list_consent
    assert "3 Kong" not in text_of(ada.get(f"/events/{entry.event.slug}/players/"))


def test_submit_page_invalid_list_returns_to_editor(ada, entry):
    response = ada.post(url("edit", entry), {"text": short_text()}, follow=True)
    assert response.redirect_chain[0][0] == url("edit", entry)
    shown = text_of(response)
    assert "not accepted" in shown
    assert "57 cards" in shown


def test_submit_page_reads_uploaded_file(ada, entry):
    upload = SimpleUploadedFile("deck.txt", legal_text().encode())
    assert ada.post(url("edit", entry), {"text": "", "file": upload}).status_code == 302
    assert entry.deck_versions.get().text == legal_text()
    bad = SimpleUploadedFile("deck.txt", b"\x00\x01")
    assert "not a text file" in text_of(ada.post(url("edit", entry), {"text": "", "file": bad}), 400)


def test_submit_page_empty_list_shows_field_error(ada, entry):
    assert "The list is empty" in text_of(ada.post(url("edit", entry), {"text": " "}), 400)


def test_editor_suggestion_is_applied_without_submitting(ada, entry):
    data = {"text": "3 Lightnig Strike", "use": "1:Lightning Strike"}
    whole = text_of(ada.post(url("edit", entry), data))
    part = text_of(ada.post(url("edit", entry), data, headers={"HX-Request": "true"}))
    for shown in (whole, part):
        assert "3 Lightning Strike</textarea>" in shown
    assert ("<html" in whole, "<html" in part) == (True, False)
    assert "3 Lightnig Strike</textarea>" in text_of(ada.post(url("edit", entry), {**data, "use": "x"}))
    assert entry.deck_versions.count() == 0


def test_editor_is_for_players_of_event(client, ada, user, entry):
    shown = text_of(ada.get(url("edit", entry)))
    assert 'hx-trigger="input changed delay:500ms, ask"' in shown
    client.force_login(make_user())
    assert client.get(url("edit", entry)).status_code == 404
    client.logout()
    assert client.get(url("edit", entry)).status_code == 302


def test_editor_locked_list_is_read_only(ada, entry):
    services.submit(None, entry, legal_text())
    services.set_lock(None, entry, to_locked=True)
    assert ada.get(url("edit", entry)).url == url("detail", entry, key=True)
    assert "Your decklist is locked" in text_of(ada.post(url("edit", entry), {"text": legal_text(1)}), 400)
    assert "Locked" in text_of(ada.get(f"/events/{entry.event.slug}/"))


def test_decklist_page_shows_versions_and_differences(ada, entry):
    services.submit(None, entry, legal_text())
    services.submit(None, entry, legal_text(1), reason="typed from paper")
    shown = text_of(ada.get(url("detail", entry, key=True)))
    assert "Changed from version 1" in shown
    assert "Submitted by the staff. typed from paper" in shown
    assert "Version 1," in text_of(ada.get(url("detail", entry, key=True), {"version": "1"}))
    assert ada.get(url("detail", entry, key=True), {"version": "9"}).status_code == 404


def test_decklists_page_staff_submit_lock_and_see_missing_lists(client, entry):
    staff = make_staff(entry.event, "judge")
    make_registration(entry.event, name="Bo")
    client.force_login(staff)
    shown = text_of(client.get(url("list", entry)))
    assert "Decklists submitted</small>0 / 2" in shown
    data = {"text": short_text(), "accept_problems": "on", "reason": ""}
    assert "give a reason" in text_of(client.post(url("edit_for", entry, key=True), data), 400)
    data["reason"] = "on its way"
    assert client.post(url("edit_for", entry, key=True), data).status_code == 302
    shown = text_of(client.get(url("list", entry), {"show": "problems"}))
    assert ("Ada" in shown, "Accepted with problems" in shown, ">Bo<" in shown) == (True, True, False)
    assert ">Bo<" in text_of(client.get(url("list", entry), {"show": "missing"}))
    assert client.post(url("lock", entry, key=True), {"locked": "1", "reason": "late"}).status_code == 302
    assert "Unlock decklist" in text_of(client.get(url("detail", entry, key=True)))
    assert client.post(url("lock", entry, key=True), {"locked": "0"}).status_code == 302
    client.force_login(make_user())
    for view in ("edit_for", "lock"):
        assert client.post(url(view, entry, key=True), {"text": "3 Kong"}).status_code == 403


def test_editor_playing_staff_submit_own_list_as_players(client):
    event = make_event()
    judge = make_staff(event, "judge")
    entry = make_registration(event, user=judge)
    client.force_login(judge)
    assert client.get(url("edit_for", entry, key=True)).url == url("edit", entry)


def test_decklist_page_is_public_once_visible(client, user):
    event = make_event(deck_visibility="after")
    entry = make_registration(event, user=user, name="Ada")
    services.submit(user, entry, "// my secret plan\n" + legal_text())
    assert client.get(url("detail", entry, key=True)).status_code == 403
    assert "No list is open to you now." in text_of(client.get(url("list", entry)))
    event.status = "finished"
    event.save()
    assert "Ada" in text_of(client.get(url("list", entry)))
    shown = text_of(client.get(url("detail", entry, key=True)))
    names = [escape(line.removeprefix("3 ")) for line in legal_text().splitlines()]
    assert [name for name in names if name not in shown] == []
    assert ("my secret plan" in shown, "receipt" in shown.lower()) == (False, False)


def test_event_page_shows_state_of_own_decklist(ada, entry):
    home = f"/events/{entry.event.slug}/"
    assert "Submit a decklist" in text_of(ada.get(home))
    services.submit(None, entry, short_text())
    assert "not accepted" in text_of(ada.get(home))
    services.submit(None, entry, legal_text())
    assert "Version 2, submitted" in text_of(ada.get(home))


def test_event_page_without_required_lists_omits_decklist(client, user):
    event = make_event(decklists_required=False)
    make_registration(event, user=user)
    client.force_login(user)
    assert "My decklist" not in text_of(client.get(f"/events/{event.slug}/"))


def test_decklist_page_after_format_change_shows_new_verdict(ada, entry):
    services.submit(None, entry, legal_text())
    event = entry.event
    event.format = "random-30"
    event.save()
    shown = text_of(ada.get(url("detail", entry, key=True)))
    assert "Under the current rules, the decklist is not legal:" in shown


def test_decklist_page_escapes_user_text(ada, entry):
    text = '3 <script>alert(1)</script>\n// <b>x</b>\n"><img src=x>'
    services.submit(None, entry, text)
    for response in (
        ada.get(url("edit", entry)),
        ada.get(url("detail", entry, key=True)),
        ada.post(url("check", entry), {"text": text}),
    ):
        shown = text_of(response)
        for tag in ("<script>alert", "<b>x", "<img src=x"):
            assert tag not in shown


def test_decklists_page_query_count_is_constant(client):
    public, inside = [], []
    for rows in (1, 4):
        event = make_running_event(0, deck_visibility="always")
        for _ in range(rows):
            entry = make_registration(event, status="checked_in")
            services.submit(None, entry, legal_text())
            services.submit(None, entry, legal_text(1))
        client.logout()
        public.append(queries_of(partial(client.get, url("list", entry))))
        client.force_login(make_staff(event))
        inside.append(queries_of(partial(client.get, url("list", entry))))
    assert public[0] == public[1]
    assert inside[0] == inside[1]


def test_edit_loads_event_cards_and_pool_once(ada, entry, django_assert_num_queries):
    services.submit(None, entry, legal_text())
    with django_assert_num_queries(10):  # session, user, event, entry, lock, list, stage, card file, deck rules, roles
        text_of(ada.get(url("edit", entry)))


def test_detail_loads_event_cards_and_pool_once(ada, entry, django_assert_num_queries):
    services.submit(None, entry, legal_text())
    # session, user, event, entry, roles, versions, lock, stage, lists, card file, deck rules, pools, card file for tabs
    with django_assert_num_queries(13):
        text_of(ada.get(url("detail", entry, key=True)))
