"""Decklist services: versions, verdicts, locks, permissions, visibility."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from epic_events.accounts.rate_limits import RateLimitError
from epic_events.audit_log.append_only import AppendOnlyError
from epic_events.audit_log.models import Entry
from epic_events.decks import services
from epic_events.decks.checking import check, difference, is_stale, read_upload, use_suggestion
from epic_events.decks.context import DeckContext, card_pool
from epic_events.decks.models import DeckVersion
from epic_events.decks.permissions import can_submit
from epic_events.decks.selectors import build_decklist_rows
from epic_events.events.models import Participation
from epic_events.infra.errors import MissingError, NotAllowedError, StateError, UserError
from epic_events.pairings.models import Round
from tests.epic_events.decks.lists import legal_text, short_text
from tests.epic_events.factories import at, make_event, make_registration, make_running_event, make_staff, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return make_user("Ada")


@pytest.fixture
def entry(user):
    return make_registration(make_event(), user=user)


def test_submit_legal_list_counts(user, entry):
    version = services.submit(user, entry, legal_text())
    assert (version.number, version.legal, version.accepted, version.by_staff) == (1, True, True, False)
    assert version.submitted_by == user
    assert (version.format, version.checked_on) == ("full-constructed", entry.event.local_date)
    assert version.card_pool == card_pool("epic")
    assert sum(card["quantity"] for card in version.deck["main"]) == 60
    assert version.report["legal"] is True
    assert len(version.fingerprint) == 8
    line = Entry.objects.about(entry).get()
    assert (line.verb, line.event_id) == ("deck.submitted", entry.event_id)
    assert line.data == {"version": 1, "legal": True, "accepted": True, "by_staff": False}


def test_submit_illegal_list_is_stored_but_does_not_count(user, entry):
    first = services.submit(user, entry, legal_text())
    second = services.submit(user, entry, short_text())
    assert (second.number, second.legal, second.accepted) == (2, False, False)
    assert [problem["code"] for problem in second.report["problems"]] == ["too-few-cards"]
    assert list(entry.deck_versions.counting()) == [first]


def test_submit_same_text_reuses_current_version(user, entry):
    first = services.submit(user, entry, legal_text())
    assert services.submit(user, entry, legal_text()) == first
    assert services.submit(user, entry, legal_text(1)).number == 2
    assert services.submit(user, entry, legal_text()).number == 3


def test_deck_versions_are_append_only(user, entry):
    version = services.submit(user, entry, legal_text())
    version.text = "3 Kong"
    with pytest.raises(AppendOnlyError):
        version.save()
    with pytest.raises(AppendOnlyError):
        DeckVersion.objects.update(legal=False)
    for number in (0, 1):
        with pytest.raises(IntegrityError), transaction.atomic():
            DeckVersion.objects.create(
                registration=entry,
                number=number,
                text="",
                deck={},
                game="epic",
                format="x",
                card_pool="x",
                checked_on=version.checked_on,
                report={},
                legal=True,
                accepted=True,
                fingerprint="x",
            )


def test_check_bans_use_local_date_of_event(user):
    text = legal_text() + "1 Fumble\n"
    for start, legal in (("2017-07-31T21:59", True), ("2017-07-31T22:01", False)):
        event = make_event(starts_at=at(start), time_zone="Europe/Berlin")
        codes = [problem.code for problem in check(DeckContext(event), text).report.problems]
        assert codes == ([] if legal else ["banned"])


@pytest.mark.parametrize("text", ["", "  \n ", "x" * 20_001, "3 Kong\x00", "\udc80"])
def test_submit_invalid_text_raises(user, entry, text):
    with pytest.raises(UserError) as caught:
        services.submit(user, entry, text)
    assert set(caught.value.fields) == {"text"}
    assert entry.deck_versions.count() == 0


def test_submit_stores_text_verbatim(user, entry):
    text = "// my deck\r\n" + legal_text().replace("\n", "\r\n")
    assert services.submit(user, entry, text).text == text


def test_read_upload_decodes_text_and_rejects_binary():
    assert read_upload("3 Kong\n".encode("utf-16")) == "3 Kong\n"
    for data in (b"", b"\x00\x01\x02"):
        with pytest.raises(UserError) as caught:
            read_upload(data)
        assert set(caught.value.fields) == {"file"}


def test_submit_only_player_or_staff_may(user, entry):
    for other in (make_user(), AnonymousUser()):
        assert not can_submit(other, DeckContext.of(entry))
        with pytest.raises(NotAllowedError):
            services.submit(other, entry, legal_text())  # type: ignore[arg-type]  # a view without a login
    staff = make_staff(entry.event, "scorekeeper")
    assert can_submit(user, DeckContext.of(entry))
    assert can_submit(staff, DeckContext.of(entry))
    version = services.submit(staff, entry, legal_text(), reason="typed from paper")
    assert (version.by_staff, version.reason) == (True, "typed from paper")


def test_submit_accepting_problems_needs_staff_and_reason(user, entry):
    staff = make_staff(entry.event, "judge")
    with pytest.raises(UserError, match="give a reason"):
        services.submit(staff, entry, short_text(), accept_problems=True)
    with pytest.raises(UserError, match="Only staff"):
        services.submit(user, entry, short_text(), accept_problems=True, reason="please")
    stored = services.submit(staff, entry, short_text())
    taken = services.submit(staff, entry, short_text(), accept_problems=True, reason="one card is on its way")
    assert ((stored.accepted, stored.number), (taken.accepted, taken.legal, taken.number)) == (
        (False, 1),
        (True, False, 2),
    )


def test_submit_stores_open_list_consent(user, entry):
    services.submit(user, entry, legal_text(), open_list_consent=True)
    entry.refresh_from_db()
    assert entry.open_list_consent
    services.submit(make_staff(entry.event), entry, legal_text(), open_list_consent=False)
    entry.refresh_from_db()
    assert entry.open_list_consent
    assert [line.verb for line in Entry.objects.about(entry)] == ["deck.consent", "deck.submitted"]


def test_lists_lock_at_due_time_and_one_can_be_unlocked(user, entry):
    event, staff = entry.event, make_staff(entry.event, "judge")
    event.decks_due_at = timezone.now() - timedelta(minutes=1)
    event.save()
    assert (
        DeckContext.of(entry).is_locked,
        can_submit(user, DeckContext.of(entry)),
        can_submit(staff, DeckContext.of(entry)),
    ) == (True, False, True)
    with pytest.raises(StateError, match="locked"):
        services.submit(user, entry, legal_text())
    services.set_lock(staff, entry, to_locked=False, reason="sleeves")
    assert services.submit(user, entry, legal_text()).accepted
    services.set_lock(staff, entry, to_locked=True)
    with pytest.raises(StateError, match="locked"):
        services.submit(user, entry, legal_text(1))
    assert services.submit(staff, entry, legal_text(2)).accepted
    verbs = [line.verb for line in Entry.objects.about(entry)]
    assert verbs == ["deck.unlocked", "deck.submitted", "deck.locked", "deck.submitted"]
    with pytest.raises(NotAllowedError):
        services.set_lock(user, entry, to_locked=False)


def test_lists_lock_when_player_is_in_running_event_and_close_at_its_end(user):
    event = make_running_event(0)
    entry = make_registration(event, user=user, status="checked_in")
    with pytest.raises(StateError, match="locked"):
        services.submit(user, entry, legal_text())
    services.set_lock(None, entry, to_locked=False)
    services.submit(user, entry, legal_text())
    event.status = "finished"
    event.save()
    entry.event.refresh_from_db()
    assert DeckContext.of(entry).is_locked
    for actor in (user, make_staff(event)):
        with pytest.raises(StateError, match="over"):
            services.submit(actor, entry, legal_text(1))
    with pytest.raises(StateError, match="over"):
        services.set_lock(None, entry, to_locked=False)


def test_submit_withdrawn_player_raises_and_waitlisted_is_accepted(user):
    entry = make_registration(make_event(), user=user, status="withdrawn")
    with pytest.raises(StateError, match="no longer in this event"):
        services.submit(user, entry, legal_text())
    waiting = make_registration(make_event(), user=user, status="waitlisted")
    assert services.submit(user, waiting, legal_text()).accepted


def test_submit_is_throttled(user, entry, monkeypatch):
    monkeypatch.setattr("epic_events.decks.services.MAX_SUBMISSIONS_PER_HOUR", 1)
    services.submit(user, entry, legal_text())
    with pytest.raises(RateLimitError):
        services.submit(user, entry, legal_text(1))


def test_fingerprint_differs_for_equal_lists(user):
    prints = set()
    for _ in range(2):
        event = make_event()
        for _ in range(2):
            prints.add(services.submit(None, make_registration(event), legal_text()).fingerprint)
    assert len(prints) == 4


def test_submit_unknown_game_or_format_raises(user):
    for event in (make_event(game="chess"), make_event(format="blitz")):
        entry = make_registration(event, user=user)
        with pytest.raises(MissingError, match="does not"):
            services.submit(user, entry, legal_text())


def test_format_change_marks_version_but_keeps_stored_verdict(user, entry):
    version = services.submit(user, entry, legal_text())
    event = entry.event
    assert not is_stale(version, event, "full-constructed", DeckContext(event).cards)
    assert is_stale(version, event, "cube-draft", DeckContext(event).cards)
    event.starts_at += timedelta(days=30)
    event.save()
    assert is_stale(version, event, "full-constructed", DeckContext(event).cards)
    assert [row.code for row in build_decklist_rows(DeckContext(event))] == ["stale"]
    version.refresh_from_db()
    assert version.legal


def test_difference_of_versions_lists_changed_cards(user, entry):
    first = services.submit(user, entry, legal_text())
    second = services.submit(user, entry, legal_text(1))
    changes = difference(first, second)
    gone, new = legal_text().splitlines()[0][2:], legal_text(1).splitlines()[-1][2:]
    assert sorted(changes) == sorted([(-3, gone), (3, new)])
    assert len(difference(None, first)) == 20


def test_use_suggestion_replaces_only_intended_name(user, entry):
    event = entry.event
    text = "3 Kong\r\n  2x Lightnig Strike #burn\r\n3 Muse"
    offered = check(DeckContext(event), text).lines[1].line.suggestions
    assert "Lightning Strike" in offered
    assert (
        use_suggestion(DeckContext(event).game, text, 2, "Lightning Strike")
        == "3 Kong\r\n  2x Lightning Strike #burn\r\n3 Muse"
    )
    for number, name in ((2, "Kong"), (1, "Lightning Strike"), (9, "Lightning Strike")):
        assert use_suggestion(DeckContext(event).game, text, number, name) == text


def test_staff_overview_lists_state_of_each_registration(user, django_assert_num_queries):
    event = make_event()
    entries = {name: make_registration(event, name=name) for name in ("A", "B", "C", "D")}
    make_registration(event, name="E", status="withdrawn")
    services.submit(None, entries["A"], legal_text())
    services.submit(None, entries["B"], short_text())
    services.submit(None, entries["C"], short_text(), accept_problems=True, reason="paper")
    services.submit(None, entries["A"], short_text())
    with django_assert_num_queries(
        6
    ):  # entries, stage, lists, what is said of decks, card file, the staff's word about those that do not count
        rows = build_decklist_rows(DeckContext(event))
    assert [(row.registration.name, row.code, row.look) for row in rows] == [
        ("A", "ok", "is-ok"),
        ("B", "problems", "is-bad"),
        ("C", "taken", "is-unsure"),
        ("D", "missing", "is-bad"),
    ]
    newest = rows[0].latest
    counting = rows[0].counting
    assert newest is not None
    assert counting is not None
    assert (counting.number, newest.number) == (1, 2)
    assert str(rows[3].words) == "Not submitted"


POLICIES = ["staff", "after", "cut", "always"]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("status", ["open", "running", "finished", "cancelled"])
def test_decklist_is_readable_by_visibility_policy(user, policy, status):
    """Every policy in every state, for every kind of viewer."""
    event = make_event(deck_visibility=policy, cut=2)
    entry = make_registration(event, user=user, status="checked_in", open_list_consent=True)
    services.submit(user, entry, legal_text(2))
    version = services.submit(user, entry, legal_text())
    services.submit(user, entry, short_text())
    player, rival = make_user(), make_user()
    rival_entry = make_registration(event, user=rival, status="checked_in")
    make_registration(event, user=player, status="checked_in")
    services.submit(rival, rival_entry, legal_text(1))
    cut = event.stages.get(order=2)
    for seed, inside in enumerate((entry, rival_entry), start=1):
        Participation.objects.create(stage=cut, registration=inside, seed=seed)
    round_ = Round.objects.create(stage=cut, number=1, seed=1)
    event.status = status
    event.save()

    def reads(viewer):
        return [each.number for each in DeckVersion.objects.filter(registration=entry).visible_to(viewer)]

    everyone = {("after", "finished"), ("cut", "finished"), ("always", "finished"), ("always", "running")}
    public = [version.number] if (policy, status) in everyone else []
    assert reads(AnonymousUser()) == public
    assert reads(player) == public
    assert reads(rival) == public  # the cut is a draft: that there is something to read would tell who is in it
    Round.objects.filter(pk=round_.pk).update(status="published", published_at=timezone.now())
    assert reads(player) == public
    assert reads(rival) == ([version.number] if (policy, status) == ("cut", "running") else public)
    for insider in (user, make_staff(event, "judge"), make_user(is_superuser=True)):
        assert reads(insider) == [3, 2, 1]
    if (policy, status) == ("cut", "running"):
        entry.open_list_consent = False
        entry.save()
        assert reads(rival) == []
