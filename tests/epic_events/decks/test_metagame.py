"""Metagame of an event, counted from open decklists."""

import pytest

from epic_events.decks import services as decks
from epic_events.decks.metagame import Metagame, event_metagame
from epic_events.events.models import Event
from rules.games import GAMES
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.factories import make_event, make_registration, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
ENDED = Event.Status.FINISHED


def event_with(*shifts: int, **fields: object) -> Event:
    """Return a finished event with one submitted decklist per shift."""
    event = make_event(decklists_required=True)
    for shift in shifts:
        user = make_user()
        entry = make_registration(event, user=user, status="checked_in")
        decks.submit(user, entry, legal_text(shift))
    Event.objects.filter(pk=event.pk).update(**{"status": ENDED, **fields})
    return Event.objects.get(pk=event.pk)


def test_event_metagame_counts_cards_and_alignments_of_open_lists():
    event = event_with(0, 1)
    played = event_metagame(event)
    assert (played.lists, played.of, played.called) == (2, 2, "alignment")
    first, second = ({line[2:] for line in legal_text(shift).splitlines()} for shift in (0, 1))
    both = sorted(first & second)
    assert len(both) == 19
    assert [(card.name, card.lists, card.copies, card.percent) for card in played.cards[:19]] == [
        (name, 2, 6, 100) for name in both
    ]
    alone = min(first ^ second)
    assert [(card.name, card.lists, card.copies, card.percent) for card in played.cards[19:]] == [(alone, 1, 3, 50)]
    alignments = {name: GAMES["epic"].cards.card(name).deck_alignments for name in first | second}
    output = {each.word: (each.lists, each.copies) for each in played.words}
    assert output == {
        word: (
            sum(any(word in alignments[name] for name in names) for names in (first, second)),
            3 * sum(word in alignments[name] for names in (first, second) for name in names),
        )
        for word in {word for words in alignments.values() for word in words}
    }
    assert [each.percent for each in played.words] == [round(each.copies * 100 / 120) for each in played.words]
    assert sorted(played.by_entry) == sorted(event.registrations.values_list("pk", flat=True))


def test_event_metagame_ignores_closed_lists():
    assert event_metagame(event_with(0, 1, deck_visibility="staff")) == Metagame(of=2)
    assert event_metagame(event_with(0, 1, status=Event.Status.RUNNING)) == Metagame(of=2)


def test_event_metagame_ignores_replaced_lists_and_dropped_players():
    event = make_event(decklists_required=True)
    user, gone = make_user(), make_user()
    entry = make_registration(event, user=user, status="checked_in")
    decks.submit(user, entry, legal_text(0))
    decks.submit(user, entry, legal_text(30))
    left = make_registration(event, user=gone)
    decks.submit(gone, left, legal_text(10))
    left.status = "withdrawn"
    left.save()
    Event.objects.filter(pk=event.pk).update(status=ENDED)
    played = event_metagame(Event.objects.get(pk=event.pk))
    assert (played.lists, played.of) == (1, 1)
    assert {card.name for card in played.cards} == {line[2:] for line in legal_text(30).splitlines()}


def test_event_metagame_query_count_is_constant():
    few, many = event_with(0), event_with(*range(6))
    event_metagame(few)
    assert queries_of(lambda: event_metagame(few)) == queries_of(lambda: event_metagame(many))
