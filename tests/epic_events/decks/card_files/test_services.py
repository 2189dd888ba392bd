"""Card-file services: upload, choice, deck checks."""

from dataclasses import replace

import pytest
from django.db import IntegrityError, transaction

from epic_events.audit_log.append_only import AppendOnlyError
from epic_events.audit_log.models import Entry
from epic_events.decks import services as lists
from epic_events.decks.card_files import services
from epic_events.decks.card_files.services import InvalidCardFileError
from epic_events.decks.checking import check
from epic_events.decks.context import DeckContext, current_card_file
from epic_events.decks.models import CardFile, CardFileChoice
from epic_events.decks.requirements import ListState, check_decklists, versions_by_entry
from epic_events.events.models import Event, StaffRole
from epic_events.infra.errors import MissingError, NotAllowedError, StateError, UserError
from rules.decks import Verdict
from rules.games import EPIC, GAMES
from tests.epic_events.decks.card_files.files import FILE, FREE, HEAD, LIST, card
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user

pytestmark = pytest.mark.django_db


def make_card_event(**fields) -> Event:
    return make_event(game="epic-tcg", format="designed", organiser=make_user("Olga"), **fields)


def organiser_of(event: Event):
    return event.staff.get(role="organiser").user


def state_of(event: Event, entry) -> ListState:
    return check_decklists(DeckContext(event), "designed", versions_by_entry([entry.pk]))[entry.pk].state


def counting_number(event: Event) -> int | None:
    file = current_card_file(event)
    return file.number if file else None


def test_upload_card_file_newest_is_current_until_another_or_none_is_chosen():
    event = make_card_event()
    olga = organiser_of(event)
    assert counting_number(event) is None
    first = services.upload(olga, event, FILE)
    assert (first.number, first.title, first.cards, first.uploaded_by, first.game) == (
        1,
        "City event",
        21,
        olga,
        "epic-tcg",
    )
    services.upload(olga, event, FREE)
    assert counting_number(event) == 2
    services.choose(olga, event, 1)
    assert counting_number(event) == 1
    services.choose(olga, event, None)
    assert counting_number(event) is None
    assert [choice.file.number if choice.file else None for choice in event.card_file_choices.order_by("number")] == [
        1,
        2,
        1,
        None,
    ]
    message = Entry.objects.filter(event_id=event.pk, verb__startswith="cards.").order_by("pk")
    assert [(entry.verb, entry.data) for entry in message] == [
        ("cards.uploaded", {"version": 1, "cards": 21}),
        ("cards.chosen", {"version": 1}),
        ("cards.uploaded", {"version": 2, "cards": 20}),
        ("cards.chosen", {"version": 2}),
        ("cards.chosen", {"version": 1}),
        ("cards.taken_back", {}),
    ]


def test_upload_card_file_twice_reuses_version():
    event = make_card_event()
    olga = organiser_of(event)
    first = services.upload(olga, event, FILE)
    services.upload(olga, event, FREE)
    assert services.upload(olga, event, "\ufeff" + FILE.replace("\n", "\r\n")) == first
    assert (event.card_files.count(), counting_number(event)) == (2, 1)
    services.upload(olga, event, FILE)
    assert event.card_file_choices.count() == 3, "what counts already is not chosen again"


def test_upload_card_file_invalid_raises_all_errors_and_stores_nothing():
    event = make_card_event()
    with pytest.raises(InvalidCardFileError) as raised:
        services.upload(organiser_of(event), event, HEAD + card("A", cost="gold") + card("B", cost="much"))
    assert [(each.line, each.card) for each in raised.value.errors] == [(6, "A"), (15, "B")]
    assert str(raised.value) == "The card file has 2 errors. Nothing was saved."
    assert raised.value.fields["text"].splitlines()[0] == "line 6, column 1 · A: cost 'gold': expected action or free"
    assert not event.card_files.exists()
    assert not event.card_file_choices.exists()


@pytest.mark.parametrize("role", [role for role in StaffRole.Role if role != StaffRole.Role.ORGANISER])
def test_upload_and_choose_card_file_other_roles_are_refused(role):
    event = make_card_event()
    services.upload(organiser_of(event), event, FILE)
    for person in (make_staff(event, role), make_user(), organiser_of(make_card_event())):
        with pytest.raises(NotAllowedError):
            services.upload(person, event, FREE)
        with pytest.raises(NotAllowedError):
            services.choose(person, event, None)


def test_upload_card_file_draft_event_is_allowed_and_finished_event_is_refused():
    event = make_card_event(status=Event.Status.DRAFT)
    olga = organiser_of(event)
    services.upload(olga, event, FILE)
    for status in (Event.Status.FINISHED, Event.Status.CANCELLED):
        Event.objects.filter(pk=event.pk).update(status=status)
        event.refresh_from_db()
        with pytest.raises(StateError, match="is over"):
            services.upload(olga, event, FREE)
        with pytest.raises(StateError, match="is over"):
            services.choose(olga, event, None)
    assert counting_number(event) == 1


def test_upload_card_file_game_without_card_files_raises(monkeypatch):
    monkeypatch.setitem(GAMES, "epic", replace(EPIC, card_files=None))
    event = make_event(organiser=make_user())
    with pytest.raises(StateError, match="Epic Card Game does not support card files"):
        services.upload(organiser_of(event), event, FILE)


def test_choose_card_file_missing_raises_and_empty_upload_raises():
    event, other = make_card_event(), make_card_event()
    services.upload(organiser_of(other), other, FILE)
    with pytest.raises(MissingError):
        services.choose(organiser_of(event), event, 1)
    with pytest.raises(UserError, match="empty"):
        services.upload(organiser_of(event), event, " \n")


def test_upload_card_file_above_version_limit_raises(monkeypatch):
    monkeypatch.setattr(services, "MAX_VERSIONS", 1)
    event = make_card_event()
    services.upload(organiser_of(event), event, FILE)
    with pytest.raises(StateError, match="has 1 versions"):
        services.upload(organiser_of(event), event, FREE)


def test_card_file_versions_and_choices_are_append_only():
    event = make_card_event()
    file = services.upload(organiser_of(event), event, FILE)
    with pytest.raises(AppendOnlyError):
        file.save()
    with pytest.raises(AppendOnlyError):
        CardFileChoice.objects.filter(event=event).delete()
    for values in ({"number": 1, "hash": "x"}, {"number": 2}, {"number": 0, "hash": "x"}, {"number": 3, "text": ""}):
        row = {"number": file.number, "game": file.game, "text": FILE, "hash": file.hash, "cards": 1} | values
        with pytest.raises(IntegrityError), transaction.atomic():
            CardFile.objects.create(event=event, **(row | ({"hash": "y"} if values.get("text") == "" else {})))


def test_deck_versions_store_card_file_they_were_checked_with():
    event = make_card_event()
    olga, user = organiser_of(event), make_user("Ada")
    entry = make_registration(event, user=user)
    unknown = lists.submit(user, entry, LIST)
    assert (unknown.as_far_as_known, unknown.card_file) == (True, None)
    first = services.upload(olga, event, FILE)
    assert state_of(event, entry) is ListState.KNOWN, "the lists of the day are still not known"
    output = lists.submit(user, entry, LIST)
    assert (output.number, output.accepted, output.card_file) == (2, True, first)
    assert output.card_pool != unknown.card_pool
    services.upload(olga, event, FREE)
    assert state_of(event, entry) is ListState.ILLEGAL, "60 free cards, 18 at most"
    output.refresh_from_db()
    assert (output.accepted, output.card_file) == (True, first), "what was stored stays"
    assert [problem.code for problem in check(DeckContext(event), LIST).report.problems] == ["free-cards"]
    services.choose(olga, event, 1)
    assert state_of(event, entry) is ListState.KNOWN
    services.choose(olga, event, None)
    assert check(DeckContext(event), LIST).report.verdict is Verdict.AS_FAR_AS_KNOWN


def test_card_file_applies_to_its_event_only():
    event, other = make_card_event(), make_card_event()
    services.upload(organiser_of(event), event, FREE)
    assert DeckContext(event).cards.game.cards.get("Frog a") is not None
    assert DeckContext(other).cards.game.cards.get("Frog a") is None
    assert check(DeckContext(other), LIST).report.acceptable


def test_card_file_of_former_game_of_event_is_ignored():
    event = make_card_event()
    services.upload(organiser_of(event), event, FILE)
    Event.objects.filter(pk=event.pk).update(game="epic")
    event.refresh_from_db()
    assert current_card_file(event) is None
    with pytest.raises(MissingError):
        services.choose(organiser_of(event), event, 1)


@pytest.mark.parametrize("players", [1, 6])
def test_check_decklists_with_card_file_query_count_is_constant(players, django_assert_num_queries):
    event = make_card_event()
    services.upload(organiser_of(event), event, FILE)
    entries = [make_registration(event) for _ in range(players)]
    for entry in entries:
        lists.submit(None, entry, LIST)
    services.upload(organiser_of(event), event, FREE)
    check_decklists(
        DeckContext(event), "designed", versions_by_entry([entry.pk for entry in entries])
    )  # the game is read by now
    stored = versions_by_entry([entry.pk for entry in entries])
    with django_assert_num_queries(
        3
    ):  # the version that counts, what is said of decks, the lists that older cards judged
        check_decklists(DeckContext(event), "designed", stored)


def test_delete_event_deletes_card_files_and_decklists():
    event = make_card_event()
    services.upload(organiser_of(event), event, FILE)
    lists.submit(None, make_registration(event), LIST)
    event.delete()
    assert not CardFile.objects.exists()
