"""Score line: possible partners, cuts, byes, limits.

Other tests compare the bounds with brute force. These examples check that the bounds are tight: wider ones would only
be slower or give up fields that can be paired with proof.
"""

from typing import Any

import pytest

from epic_events.pairings.methods.swiss import Float, Method, PlayerPair, matching, score_line
from epic_events.pairings.methods.swiss.score_line import (
    MAX_WORK,
    NETWORKX_SLOWDOWN,
    _Line,
    _Part,
    _WorkLimitError,
    pair_by_score_line,
)
from tests.epic_events.pairings.fields import Given


def line_of(points: list[int], *history: PlayerPair, **past: Any) -> _Line:
    """Return a score line of players from 0, whose index equals id and place."""
    field = Given(dict(enumerate(points)), list(history), **past).indexed(1)
    return _Line(field, [at for group in field.groups() for at in group])


def standing(players: int, *history: PlayerPair, **past: Any) -> _Line:
    """Return a score line with distinct scores: three points between neighbours."""
    return line_of([3 * (players - at - 1) for at in range(players)], *history, **past)


EXAMPLES: list[tuple[int, list[PlayerPair], str, str]] = [
    (4, [], "1 2 3", "|||||"),
    (5, [], "1-2 2-3 3-4 4", "||||||"),
    (8, [(0, 1)], "1-3 2-3 3 4 5 6 7", "||..|||||"),
    (7, [(0, 1)], "1-4 2-4 3-4 4-5 5-6 6", "||...|||"),
    (12, [(5, 6)], "1 2 3 4-6 5-6 6-8 7-8 8 9 10 11", "||||..|..||||"),
    (13, [(5, 6)], "1-2 2-3 3-6 4-6 5-6 6-9 7-9 8-9 9-10 10-11 11-12 12", "|||...|...||||"),
    (14, [(3, 4), (4, 5), (5, 6)], "1,4 2-5 3-5 4-6 5-8 6-9 7-8 8 9 10 11 12 13", "||.......||||||"),
    (16, [(7, 8), (7, 9), (7, 10)], "1 2 3 4 5,7 6-8 7-9 8-14 9-10 10-11 11-12 12 13 14 15", "||||||..|....||||"),
    (20, [(9, 8), (9, 10), (9, 7), (9, 11)],
     "1 2 3,9 4,9 5,9 6,7,9 7-9 8-10 9-11 10-16 11-12 12-13 13 14 15 16 17 18 19", "||||||........|||||||"),
    (15, [(0, 14), (2, 3), (2, 4)], "1-4 2-4 3-8 4-6 5-7 6-7 7-8 8-9 9-10 10-11 11-12 12-13 13-14 14",
     "|..|....||||||||"),
]  # fmt: skip


def format_places(places: list[int]) -> str:
    """Return places in ascending order as ranges."""
    if len(places) > 1 and places == list(range(places[0], places[-1] + 1)):
        return f"{places[0]}-{places[-1]}"
    return ",".join(map(str, places))


@pytest.mark.parametrize(("players", "history", "below", "clean"), EXAMPLES)
def test_score_line_finds_possible_partners_and_cuts(players: int, history: list[PlayerPair], below: str, clean: str):
    for past in (standing(players, *history), standing(players, forbidden=[*history, (0, None)])):
        assert past.narrow()
        assert " ".join(format_places(places) for places in past.below[:-1]) == below
        assert past.below[-1] == []
        assert "".join("|" if cut else "." for cut in past.clean) == clean


def test_score_line_too_many_edges_is_given_up(monkeypatch: pytest.MonkeyPatch):
    # Eight players reach one place each at first, whatever comes of it.
    monkeypatch.setattr(score_line, "MAX_EDGES", 8)
    assert standing(8).narrow()
    assert pair_by_score_line(standing(8).field) is not None
    monkeypatch.setattr(score_line, "MAX_EDGES", 7)
    assert standing(8).narrow() is False
    assert pair_by_score_line(standing(8).field) is None


@pytest.mark.parametrize(
    ("players", "history", "reached"),
    [
        (8, [(0, 1)], 5 + 5 + 3 + 3 + 3 + 1 + 1 + 1),  # players near the two reach past them, the others one place
        (10, [(0, 4), (0, 5)], 48),
        (13, [(5, 6)], 50),
        (16, [(7, 8), (7, 9), (7, 10)], 118),
        (15, [(0, 14), (2, 3), (2, 4)], 88),
    ],
)
def test_score_line_total_reach_is_minimal(
    players: int, history: list[PlayerPair], reached: int, monkeypatch: pytest.MonkeyPatch
):
    for most, enough in ((reached, True), (reached - 1, False)):
        monkeypatch.setattr(score_line, "MAX_EDGES", most)
        assert standing(players, *history).narrow() is enough


def test_score_line_parts_between_cuts_are_solved_separately():
    past = standing(8, (0, 1), (2, 3))
    assert past.narrow()
    assert past.best() == ([(0, 2), (1, 3), (4, 5), (6, 7)], None)
    assert past.parts == {
        (0, 6): _Part((0, 0, 0, 81, 0, 0, 0), [(0, 2), (1, 3), (4, 5)]),
        (6, 8): _Part((0, 0, 0, 9, 0, 0, 0), [(6, 7)]),
    }
    assert MAX_WORK - past.work == 6**2 * 11  # players squared times possible pairs; two need no weighing
    past.best()
    assert MAX_WORK - past.work == 6**2 * 11  # what has been weighed is not weighed again


def test_score_line_bye_cuts_line():
    past = standing(9, (0, 1), (8, None), (7, None))
    assert past.narrow()
    assert past.best() == ([(0, 2), (1, 3), (4, 5), (6, 9), (7, 8)], None)
    assert sorted(past.parts) == [(0, 6), (7, 9)]
    assert MAX_WORK - past.work == 6**2 * 12


def test_score_line_work_limit_raises():
    enough, short = standing(8, (0, 1), (2, 3)), standing(8, (0, 1), (2, 3))
    enough.work, short.work = 6**2 * 11, 6**2 * 11 - 1
    assert enough.narrow()
    assert enough.best()[0] == [(0, 2), (1, 3), (4, 5), (6, 7)]
    assert short.narrow()
    with pytest.raises(_WorkLimitError):
        short.best()


def test_score_line_work_limit_returns_lower_bound_for_other_byes():
    met: list[PlayerPair] = [(0, 1), (1, 2), (2, 3), (0, 2), (1, 3), (0, 3)]
    past = standing(5, *met)
    assert past.narrow()
    past.work = 4**2 * 6
    assert past.best() == ([(4, 5), (0, 1), (2, 3)], (0, 0, 0, 81, 0, 0, 0))


def test_pair_by_score_line_above_work_limit_returns_none(monkeypatch: pytest.MonkeyPatch):
    field = standing(8, (0, 1), (2, 3)).field
    found = pair_by_score_line(field)
    assert found is not None
    assert (found.method, found.cost, found.cost.squared_gaps) == (Method.LINE, found.bound, 90)
    monkeypatch.setattr(score_line, "MAX_WORK", 100)
    assert pair_by_score_line(field) is None
    monkeypatch.setattr(matching, "HAVE_RUSTWORKX", False)
    assert standing(2).work == 100 // NETWORKX_SLOWDOWN


def test_score_line_equal_scores_are_proven_up_to_gaps():
    level = line_of([3, 3, 0, 0], avoided=[(0, 1)])
    assert not level.distinct
    found = pair_by_score_line(level.field)
    assert found is not None
    assert found.cost.key() == (0, 0, 0, 0, 0, 0, 1)
    assert found.bound.key() == (0, 0, 0, 0, 0, 0, 0)
    floated = pair_by_score_line(line_of([3, 3, 3, 0, 0, 0], floats=[(at, Float.DOWN) for at in range(3)]).field)
    assert floated is not None
    assert floated.cost.key() == (0, 0, 0, 9, 1, 0, 0)
    assert floated.bound.key() == (0, 0, 0, 9, 0, 0, 0)
    apart = pair_by_score_line(standing(4, avoided=[(0, 1)]).field)
    assert apart is not None
    assert apart.cost.key() == apart.bound.key() == (0, 0, 0, 18, 0, 0, 1)


def test_score_line_tries_byes_until_none_is_cheaper(monkeypatch: pytest.MonkeyPatch):
    """Nearly all pairs have met, so the lower bound is far below the real cost."""
    met: list[PlayerPair] = [(0, 1), (1, 2), (2, 3), (0, 2), (1, 3), (0, 3)]
    past = standing(5, *met)
    assert past.narrow()
    edges, least = past.best()
    assert (len(edges), least) == (3, None)
    whole = pair_by_score_line(past.field)
    assert whole is not None
    assert whole.cost == whole.bound
    # Where fewer are tried, what the next would cost at least is all that is proven.
    hosts = score_line.min_levels_by_bye(past.field, past.line)
    monkeypatch.setattr(score_line, "MAX_BYES_TRIED", 1)
    few = pair_by_score_line(past.field)
    assert few is not None
    assert few.bound.key() == (*hosts[1][0][:4], 0, 0, 0)
    assert few.bound.key() < few.cost.key()
    unwanted = pair_by_score_line(standing(5, *met, avoided=[(at, None) for at in range(5)]).field)
    assert unwanted is not None
    assert unwanted.bound == few.bound
    monkeypatch.setattr(score_line, "MAX_BYES_TRIED", 2)
    more = pair_by_score_line(past.field)
    assert more is not None
    assert more.bound.key() == (*hosts[2][0][:4], 0, 0, 0)


def test_score_line_equal_scores_bye_of_equal_cost_is_not_tried():
    level = line_of([3, 3, 0, 0, 0], (2, None))
    assert level.narrow()
    assert level.best()[1] is None
    assert len([bye for bye in level.best()[0] if bye[1] == level.field.bye]) == 1


def test_score_line_equal_scores_cheaper_bye_is_tried():
    # The last had it with a rematch of the two above; one of them has it, six above the virtual opponent.
    level = line_of([3, 3, 0], (0, 1))
    assert level.narrow()
    found = pair_by_score_line(level.field)
    assert found is not None
    assert found.cost.key() == (0, 0, 0, 36 + 9, 0, 0, 0)


def test_min_levels_by_bye_are_sorted_by_cost():
    uneven = line_of([10, 9, 5, 3, 0])
    gaps = [(levels[3], place) for levels, place in score_line.min_levels_by_bye(uneven.field, uneven.line)]
    assert gaps == [(9 + 1 + 4, 4), (36 + 1 + 25, 3), (64 + 1 + 9, 2), (144 + 25 + 9, 1), (169 + 16 + 9, 0)]
    past = standing(5, (4, None))
    assert score_line.min_levels_by_bye(past.field, past.line) == [
        ((0, 0, 0, 36 + 45, 0, 0, 0), 3),
        ((0, 0, 0, 81 + 18, 0, 0, 0), 2),
        ((0, 0, 0, 144 + 45, 0, 0, 0), 1),
        ((0, 0, 0, 225 + 18, 0, 0, 0), 0),
        ((0, 1, 0, 9 + 18, 0, 0, 0), 4),
    ]
