"""Card-pool services and the decklists checked against them."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction

from epic_events.audit_log.append_only import AppendOnlyError
from epic_events.audit_log.models import Entry
from epic_events.decks import services as lists
from epic_events.decks.card_files import services as card_files
from epic_events.decks.context import DeckContext
from epic_events.decks.models import CardPool, DeckVersion
from epic_events.decks.pools import services
from epic_events.decks.requirements import ListState, check_decklists, versions_by_entry
from epic_events.events.models import Event, Registration
from epic_events.infra.edit_conflicts import EditConflictError
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from tests.epic_events.decks.card_files.files import FILE
from tests.epic_events.decks.pools.dark_draft import NAMES, cards, dealt_event
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def user():
    return make_user("Ada")


@pytest.fixture
def entry(user):
    return make_registration(dealt_event(), user=user)


def staff_of(entry: Registration):
    return entry.event.staff.get().user


def state_of(entry: Registration, format_slug: str = "dark-draft") -> ListState:
    return check_decklists(DeckContext(entry.event), format_slug, versions_by_entry([entry.pk]))[entry.pk].state


def verdicts(entry: Registration) -> list[tuple[int, int | None, str, bool]]:
    """Return number, pool number, verdict and acceptance of each version."""
    versions = entry.deck_versions.select_related("pool").order_by("number")
    return [(one.number, one.pool.number if one.pool else None, str(one.verdict), one.accepted) for one in versions]


def test_decklist_is_checked_against_pool_of_its_registration(user, entry):
    pool = services.save_pool(staff_of(entry), entry, cards())
    assert (pool.number, pool.game, pool.format, pool.cards, pool.by, pool.by_staff) == (
        *(1, "epic", "dark-draft", 30),
        *(staff_of(entry), True),
    )
    version = lists.submit(user, entry, cards())
    assert (version.pool, version.legal, version.accepted) == (pool, True, True)
    foreign = lists.submit(user, entry, cards(1))
    assert (foreign.pool, foreign.accepted) == (pool, False)
    assert [(each["code"], each["card"]) for each in foreign.report["problems"]] == [("not-from-pool", NAMES[30])]
    other = make_registration(entry.event)
    assert lists.submit(None, other, cards(1)).as_far_as_known, "nobody else's pool counts"


def test_save_pool_after_submission_rechecks_provisional_list(user, entry):
    lists.submit(user, entry, cards())
    assert (verdicts(entry), state_of(entry)) == ([(1, None, "legal as far as known", True)], ListState.KNOWN)
    services.save_pool(staff_of(entry), entry, cards())
    assert verdicts(entry) == [(1, None, "legal as far as known", True), (2, 1, "legal", True)]
    again = entry.deck_versions.get(number=2)
    assert (again.text, again.reason, again.by_staff) == (cards(), "Judged again: the pool was changed.", False)
    assert again.fingerprint == entry.deck_versions.get(number=1).fingerprint, "the receipt is the list's"
    assert state_of(entry) is ListState.OK
    lines = Entry.objects.about(entry).order_by("pk")
    assert [(line.verb, line.data) for line in lines][1:] == [
        ("pool.written", {"number": 1, "cards": 30, "format": "dark-draft"}),
        ("deck.judged_again", {"version": 2, "legal": True, "accepted": True, "by_staff": False}),
    ]


def test_save_pool_replacement_rechecks_newest_version_only(user, entry):
    services.save_pool(staff_of(entry), entry, cards())
    lists.submit(user, entry, cards())
    services.save_pool(staff_of(entry), entry, cards(1), reason="the packs were swapped")
    assert verdicts(entry) == [(1, 1, "legal", True), (2, 2, "not legal", False)]
    assert state_of(entry) is ListState.ILLEGAL
    services.remove_pool(staff_of(entry), entry, reason="the wrong player")
    assert verdicts(entry)[2:] == [(3, None, "legal as far as known", True)]
    services.save_pool(staff_of(entry), entry, cards())
    assert verdicts(entry)[3:] == [(4, 4, "legal", True)]
    assert [(pool.number, pool.cards, pool.reason) for pool in entry.card_pools.order_by("number")] == [
        (1, 30, ""),
        (2, 30, "the packs were swapped"),
        (3, 0, "the wrong player"),
        (4, 30, ""),
    ]


def test_save_pool_correct_pool_makes_waiting_list_count(user, entry):
    services.save_pool(staff_of(entry), entry, cards(1))
    lists.submit(user, entry, cards())
    assert (verdicts(entry), state_of(entry)) == ([(1, 1, "not legal", False)], ListState.PROBLEMS)
    services.save_pool(staff_of(entry), entry, cards())
    assert (verdicts(entry)[1:], state_of(entry)) == ([(2, 2, "legal", True)], ListState.OK)


def test_accepted_list_still_counts_after_new_pool_without_new_errors(user, entry):
    olga = staff_of(entry)
    services.save_pool(olga, entry, cards(0, 29) + f"1 {NAMES[35]}\n")
    lists.submit(olga, entry, cards(), accept_problems=True, reason="one card was swapped by a judge")
    services.save_pool(olga, entry, cards(0, 29) + f"1 {NAMES[36]}\n")
    services.save_pool(olga, entry, cards(0, 28) + f"1 {NAMES[35]}\n1 {NAMES[36]}\n")
    assert verdicts(entry) == [(1, 1, "not legal", True), (2, 2, "not legal", True), (3, 3, "not legal", False)]
    assert state_of(entry) is ListState.ILLEGAL


def test_save_pool_twice_is_idempotent(user, entry):
    first = services.save_pool(staff_of(entry), entry, cards())
    assert services.save_pool(staff_of(entry), entry, cards()) == first
    lists.submit(user, entry, cards())
    assert lists.submit(user, entry, cards()).number == 1


def test_save_pool_expected_version_conflicts_with_other_pool_but_not_with_recheck(user, entry):
    olga = staff_of(entry)
    first = lists.submit(user, entry, cards())
    open_list, open_pool = lists.decklist_token(first), services.pool_token(None)
    made = services.save_pool(olga, entry, cards(), expected_version=open_pool)
    assert lists.submit(user, entry, cards()[::1] + "# mine\n", expected_version=open_list).number == 3
    with pytest.raises(EditConflictError):
        services.save_pool(olga, entry, cards(1), expected_version=open_pool)
    assert services.save_pool(olga, entry, cards(1), expected_version=services.pool_token(made)).number == 2


def test_list_legal_before_pools_existed_is_provisionally_legal(user, entry):
    lists.submit(user, entry, cards())
    # As this site stored such a list before it kept pools; the check of today cannot make one.
    with transaction.atomic():
        version = entry.deck_versions.get()
        version.pk, version.number, version.legal, version.as_far_as_known = None, 2, True, False
        version.report = {**version.report, "legal": True, "unchecked": []}
        DeckVersion.objects.bulk_create([version])
    assert verdicts(entry)[1:] == [(2, None, "legal as far as known", True)]
    assert (entry.deck_versions.get(number=2).is_legal, state_of(entry)) == (False, ListState.KNOWN)


@pytest.mark.parametrize("text", ["", " \n", "x" * 20_001, "3 Kong\0", "// nothing", "3 Konng", "0 Kong"])
def test_save_pool_invalid_text_raises_and_stores_nothing(entry, text):
    with pytest.raises(UserError) as caught:
        services.save_pool(staff_of(entry), entry, text)
    assert set(caught.value.fields) == {"text"}
    assert not CardPool.objects.exists()


def test_save_pool_needs_staff_and_pool_format(user, entry):
    for person in (user, make_user(), staff_of(make_registration(dealt_event()))):
        with pytest.raises(NotAllowedError):
            services.save_pool(person, entry, cards())
        with pytest.raises(NotAllowedError):
            services.remove_pool(person, entry)
        with pytest.raises(NotAllowedError):
            services.import_pools(person, entry.event, f"Player: Ada\n{cards()}")
    judge_ = make_staff(entry.event, "judge")
    with pytest.raises(StateError, match="no pool to remove"):
        services.remove_pool(judge_, entry)
    constructed = make_registration(make_event())
    with pytest.raises(StateError, match="Full Constructed, a format without pools"):
        services.save_pool(None, constructed, cards())
    gone = make_registration(entry.event, status="withdrawn")
    with pytest.raises(StateError, match="cancelled the registration"):
        services.save_pool(judge_, gone, cards())
    Event.objects.update(status="finished")
    entry.event.refresh_from_db()
    for act in (
        lambda: services.save_pool(judge_, entry, cards()),
        lambda: services.import_pools(judge_, entry.event, f"Player: Ada\n{cards()}"),
    ):
        with pytest.raises(StateError, match="is over"):
            act()
    assert not CardPool.objects.exists()


def test_pools_are_append_only(entry):
    pool = services.save_pool(None, entry, cards())
    with pytest.raises(AppendOnlyError):
        pool.save()
    with pytest.raises(AppendOnlyError):
        CardPool.objects.filter(registration=entry).delete()
    row = {"registration": entry, "number": 2, "game": "epic", "format": "dark-draft", "text": "x", "cards": 1}
    for wrong in ({"number": 1}, {"number": 0}, {"text": ""}, {"cards": 0}):
        with pytest.raises(IntegrityError), transaction.atomic():
            CardPool.objects.create(**(row | wrong))
    lists.submit(None, entry, cards())
    entry.event.delete()
    assert not CardPool.objects.exists(), "an event goes with its pools and the lists judged against them"


COMPLETE = """file = 1
game = "hex"
set = "All there is"
complete = true

[[card]]
name = "Icy Troop"
set = "Frostheart"
rarity = "common"
types = ["troop"]
sockets = []
"""
"""A card file that says that no card is missing."""


def test_stored_pool_that_is_unreadable_counts_as_none():
    event = make_event(game="hex", format="limited", organiser=make_user("Olga"))
    entry = make_registration(event)
    services.save_pool(None, entry, "1 Nobody Knows It\n60 Blood Shard\n")
    first = lists.submit(None, entry, "Champion: Gozzog\n1 Nobody Knows It\n60 Blood Shard\n")
    assert "pool-unknown" not in [each["code"] for each in first.report["unchecked"]]
    card_files.upload(event.staff.get().user, event, COMPLETE)
    legal = lists.submit(None, entry, "Champion: Gozzog\n60 Blood Shard\n")
    assert (legal.accepted, legal.pool) == (True, entry.card_pools.get())
    assert "pool-unknown" in [each["code"] for each in legal.report["unchecked"]]
    with pytest.raises(UserError, match=r"^line 1: "):
        services.save_pool(None, entry, "1 Nobody Knows It\n")


@pytest.mark.parametrize("policy", ["staff", "after", "cut", "always"])
@pytest.mark.parametrize("status", ["open", "running", "finished", "cancelled"])
def test_pool_is_readable_by_visibility_policy(user, policy, status):
    """Every policy in every state; replaced pools are for player and staff only."""
    event = dealt_event(deck_visibility=policy)
    entry = make_registration(event, user=user, status="checked_in", open_list_consent=True)
    services.save_pool(None, entry, cards())
    services.save_pool(None, entry, cards(1))
    event.status = status
    event.save()

    def reads(viewer):
        return [each.number for each in CardPool.objects.filter(registration=entry).visible_to(viewer)]

    everyone = {("after", "finished"), ("cut", "finished"), ("always", "finished"), ("always", "running")}
    for viewer in (AnonymousUser(), make_user()):
        assert reads(viewer) == ([2] if (policy, status) in everyone else [])
    for insider in (user, make_staff(event, "judge"), make_user(is_superuser=True)):
        assert reads(insider) == [2, 1]


@pytest.mark.parametrize("players", [1, 5])
def test_check_decklists_with_pools_query_count_is_constant(players, django_assert_num_queries):
    event = dealt_event()
    entries = [make_registration(event) for _ in range(players)]
    for entry in entries:
        services.save_pool(None, entry, cards())
        lists.submit(None, entry, cards())
        services.save_pool(None, entry, cards(1))
    stored = versions_by_entry([entry.pk for entry in entries])
    with django_assert_num_queries(
        5
    ):  # what is said of decks, card file, pools, the lists they were not judged against, the texts of the pools
        judged = check_decklists(DeckContext(event), "dark-draft", stored)
    assert {found.state for found in judged.values()} == {ListState.ILLEGAL}


def test_save_pool_accepts_cards_of_card_file():
    event = make_event(game="epic-tcg", format="pack-war", organiser=make_user("Olga"))
    card_files.upload(event.staff.get().user, event, FILE)
    entry = make_registration(event)
    assert services.save_pool(None, entry, "15 Frog a\n").cards == 15
    assert lists.submit(None, entry, "15 Frog a\n").legal
