"""Table rows made of plain values equal loaded ones."""

from itertools import pairwise

import pytest

from epic_events.infra.cached_values import field_values
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.table_rows import NameList, TableList, TableLoader
from tests.epic_events.counting import queries_of
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at

pytestmark = pytest.mark.django_db


def facts_of(row: table_rows.TableRow) -> tuple[object, ...]:
    seats = [(field_values(seat), field_values(seat.registration), seat.match) for seat in row.seats]
    message = [field_values(report) for report in row.all_reports]
    words = (row.score, row.reported_words, row.result_words, row.is_bye, row.mine)
    return field_values(row.match), row.match.round, row.match.round.stage.event, seats, message, words


def test_table_loader_row_equals_loaded_row():
    event, organiser = running_event(7)
    round_ = published_round(event, organiser)
    first, second, _third = matches_of(round_)
    services.report_result(users_at(first)[0], first, Score(1, 0))
    services.enter_result(organiser, second, Score(0, 1))
    loaded = table_rows.tables(round_)
    keys = [row.match.pk for row in loaded]
    rows = TableList(TableLoader(round_, keys), keys[::-1])
    assert [facts_of(row) for row in rows] == [facts_of(row) for row in loaded[::-1]]
    assert [facts_of(row) for row in rows[1:3]] == [facts_of(row) for row in loaded[::-1][1:3]]
    seats = [(seat.pk, row.match.pk) for row in loaded for seat in row.seats]
    lines = NameList(round_, seats)
    assert [(line.seat.pk, facts_of(line.row), line.mine) for line in lines[:]] == [
        (seat.pk, facts_of(row), False) for row in loaded for seat in row.seats
    ]
    assert len(lines) == 7


def test_table_loader_uses_three_queries():
    event, organiser = running_event(8)
    round_ = published_round(event, organiser)
    keys = [match.pk for match in matches_of(round_)]
    round_.stage.event  # noqa: B018 - loaded, as on a page of the event
    rows = TableList(TableLoader(round_, keys), keys)
    assert queries_of(lambda: rows.facts) == 3
    assert queries_of(lambda: [facts_of(row) for row in rows]) == 0


def test_table_change_changes_only_its_facts():
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    first, second = matches_of(round_)

    def facts() -> list[object]:
        return TableList(TableLoader(round_, [first.pk, second.pk]), [first.pk, second.pk]).facts

    seen = [facts()]
    entry = first.seats.get(place=1).registration
    for change in (
        lambda: services.report_result(users_at(first)[0], first, Score(1, 0)),
        lambda: Match.objects.filter(pk=first.pk).update(games_drawn=1),
        lambda: first.seats.filter(place=2).update(game_wins=1),
        lambda: type(entry).objects.filter(pk=entry.pk).update(name="Zoe"),
    ):
        change()
        seen.append(facts())
    assert [after[0] == before[0] for before, after in pairwise(seen)] == [False] * 4
    assert [after[1] == before[1] for before, after in pairwise(seen)] == [True] * 4
