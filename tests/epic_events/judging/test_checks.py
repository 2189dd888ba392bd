"""Deck checks: drawing tables, beginning and ending a check, pages."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from epic_events.audit_log.models import Entry
from epic_events.decks import services as decks
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.deck_checks import services
from epic_events.judging.deck_checks.services import Candidate, pick_tables, table_weight
from epic_events.judging.models import CheckDraw, DeckCheck, Penalty
from epic_events.pairings import services as pairings
from epic_events.pairings.methods.scores import Score
from tests.epic_events.api.cast import Cast, make_cast
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.pairings.play import entry_of, matches_of

CANDIDATES = st.lists(
    st.builds(Candidate, st.integers(1, 60), st.booleans(), st.integers(0, 3)), max_size=40, unique_by=lambda c: c.table
)


@given(st.integers(0, 2**48), CANDIDATES, st.integers(1, 12), st.booleans(), st.booleans())
def test_pick_tables_same_seed_gives_same_tables_in_any_candidate_order(seed, candidates, count, leaders, fresh):
    drawn = pick_tables(seed, candidates, count, prefer_leaders=leaders, prefer_unchecked=fresh)
    assert drawn == pick_tables(seed, candidates[::-1], count, prefer_leaders=leaders, prefer_unchecked=fresh)
    assert len(set(drawn)) == len(drawn) == min(count, len(candidates))
    assert set(drawn) <= {one.table for one in candidates}


def test_pick_tables_prefers_leaders_and_unchecked_decks():
    plain, leading, checked = Candidate(1), Candidate(2, leading=True), Candidate(3, checks=1)
    assert [table_weight(one, prefer_leaders=True, prefer_unchecked=True) for one in (plain, leading, checked)] == [
        4,
        12,
        1,
    ]
    assert [table_weight(one, prefer_leaders=False, prefer_unchecked=False) for one in (plain, leading, checked)] == [
        4,
        4,
        4,
    ]
    first = [pick_tables(seed, [plain, leading, checked], 1, prefer_leaders=True)[0] for seed in range(1700)]
    assert [first.count(table) for table in (1, 2, 3)] == [437, 1167, 96]


@pytest.fixture
def cast(db: None) -> Cast:
    cast = make_cast(8)
    for place in (1, 2):
        decks.submit(cast.user("organiser"), entry_of(cast.match, place), legal_text())
    return cast


def test_draw_tables_stored_draw_is_reproducible(cast: Cast):
    draw = services.draw_tables(cast.user("judge"), cast.round, 2)
    assert services.redraw(draw) == tuple(draw.tables)
    assert [one[0] for one in draw.candidates] == [1, 2, 3, 4]
    (audit_entry,) = Entry.objects.filter(verb="check.drawn")
    assert audit_entry.data == {"tables": draw.tables, "seed": draw.seed}
    with pytest.raises(NotAllowedError):
        services.draw_tables(cast.user("scorekeeper"), cast.round, 2)
    with pytest.raises(UserError):
        services.draw_tables(cast.user("judge"), cast.round, 0)
    for match in matches_of(cast.round):
        pairings.enter_result(cast.user("organiser"), match, Score(1, 0))
    with pytest.raises(StateError, match="have finished"):
        services.draw_tables(cast.user("judge"), cast.round, 2)


def test_finish_check_fine_extends_table_time_once(cast: Cast):
    judge, match = cast.user("judge"), cast.match
    first = services.begin_check(judge, entry_of(match, 1), match)
    assert services.begin_check(judge, entry_of(match, 1), match) == first
    second = services.begin_check(judge, entry_of(match, 2), match)
    long_ago = timezone.now() - timedelta(minutes=6, seconds=30)
    DeckCheck.objects.update(at=long_ago)
    done = services.finish_check(judge, first, "fine")
    assert (done.outcome, done.minutes) == ("fine", 7 + 3)
    assert services.finish_check(judge, second, "fine", minutes=12).minutes == 2
    assert [one.minutes for one in match.extensions.all()] == [10, 2]
    with pytest.raises(StateError, match="has ended: No problem found"):
        services.finish_check(judge, first, "problem", note="Late.")
    candidates = {one.table: one.checks for one in services.list_candidates(cast.round)}
    assert candidates == {1: 2, 2: 0, 3: 0, 4: 0}


def test_finish_check_problem_requires_note_and_gives_penalty(cast: Cast):
    check = services.begin_check(cast.user("judge"), entry_of(cast.match, 1), cast.match)
    with pytest.raises(UserError, match="for the findings"):
        services.finish_check(cast.user("judge"), check, "problem")
    with pytest.raises(UserError, match="the outcome of the check"):
        services.finish_check(cast.user("judge"), check, "")
    done = services.finish_check(
        cast.user("judge"), check, "problem", note="59 cards", minutes=0, penalty=("deck-problem", "warning")
    )
    assert done.penalty == Penalty.objects.get()
    assert (done.penalty.match, done.penalty.note) == (cast.match, "59 cards")
    assert not cast.match.extensions.exists()


def test_begin_check_without_valid_decklist_is_rejected(cast: Cast):
    other = matches_of(cast.round)[1]
    with pytest.raises(StateError, match="no valid decklist"):
        services.begin_check(cast.user("judge"), entry_of(other, 1), other)
    with pytest.raises(UserError, match="is not seated"):
        services.begin_check(cast.user("judge"), entry_of(cast.match, 1), other)


def test_deck_check_pages_draw_and_end_a_check(cast: Cast):
    judge = Client()
    judge.force_login(cast.user("judge"))
    page = reverse("judging:checks", args=[cast.event.slug])
    drawn = judge.post(page, {"count": "4", "prefer_unchecked": "on"}, follow=True).content.decode()
    assert str(CheckDraw.objects.get().seed) in drawn
    begin = reverse("judging:check_begin", args=[cast.event.slug, entry_of(cast.match, 1).pk])
    begun = judge.post(begin, {"match": cast.match.pk}, follow=True)
    check = DeckCheck.objects.get()
    assert check.list is not None
    copies = sum(check.list.cards.values_list("quantity", flat=True))
    own = reverse("judging:check", args=[cast.event.slug, check.pk])
    assert begun.redirect_chain == [(own, 302)]
    assert begun.content.decode().count("data-tick\n") == copies
    assert judge.post(own, {"outcome": ""}).status_code == 400
    done = judge.post(own, {"outcome": "fine", "minutes": "4"}, follow=True).content.decode()
    assert "time extension of 4 minutes" in done
    scorekeeper = Client()
    scorekeeper.force_login(cast.user("scorekeeper"))
    assert scorekeeper.get(own).status_code == 403
