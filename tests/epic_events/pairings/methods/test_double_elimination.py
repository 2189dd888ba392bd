"""Double-elimination brackets of 2 to 64 players."""

import itertools
import random
from collections import Counter, defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from epic_events.pairings.methods.brackets import (
    Bracket,
    BracketPosition,
    DropOrder,
    Empty,
    Node,
    Part,
    Source,
    Tie,
    champion,
    double_elimination,
    is_over,
    placings,
    playable_ties,
    resolve_by_seed,
    resolve_ties,
)
from tests.epic_events.pairings.methods.test_brackets import drawn


def test_double_elimination_four_players_take_six_matches_and_optional_reset():
    bracket, seeded = double_elimination(4), [1, 2, 3, 4]
    winners: dict[BracketPosition, int | None] = {
        BracketPosition(1, Part.MAIN, 0): 1,
        BracketPosition(1, Part.MAIN, 1): 2,
    }
    ties = resolve_ties(bracket, seeded, winners)
    assert [(tie.place.part, tie.players) for tie in playable_ties(ties, 2)] == [
        (Part.MAIN, (1, 2)),
        (Part.LOSERS, (3, 4)),
    ]
    winners |= {BracketPosition(2, Part.MAIN, 0): 1, BracketPosition(2, Part.LOSERS, 0): 4}
    assert [tie.players for tie in playable_ties(resolve_ties(bracket, seeded, winners), 3)] == [(2, 4)]
    winners |= {BracketPosition(3, Part.LOSERS, 0): 4}
    assert [tie.players for tie in playable_ties(resolve_ties(bracket, seeded, winners), 4)] == [(1, 4)]
    clear = resolve_ties(bracket, seeded, winners | {BracketPosition(4, Part.FINAL, 0): 1})
    assert (champion(bracket, clear), playable_ties(clear, 5), is_over(clear)) == (1, [], True)
    again = bracket.nodes[-1].place
    assert clear[again] == Tie(again, Empty.NO_ONE, Empty.NO_ONE, Empty.NO_ONE, Empty.NO_ONE)
    winners |= {BracketPosition(4, Part.FINAL, 0): 4}
    level = resolve_ties(bracket, seeded, winners)
    assert [tie.players for tie in playable_ties(level, 5)] == [(1, 4)]
    assert [(row.rank, row.player, row.still_in) for row in placings(bracket, seeded, winners)] == [
        (1, 1, True), (1, 4, True), (3, 2, False), (4, 3, False),
    ]  # fmt: skip
    winners |= {BracketPosition(5, Part.FINAL, 0): 4}
    assert champion(bracket, resolve_ties(bracket, seeded, winners)) == 4
    assert [(row.rank, row.player) for row in placings(bracket, seeded, winners)] == [(1, 4), (2, 1), (3, 2), (4, 3)]


def test_double_elimination_two_players_meet_again_in_final():
    first, final, again = (
        BracketPosition(1, Part.MAIN, 0),
        BracketPosition(2, Part.FINAL, 0),
        BracketPosition(3, Part.FINAL, 0),
    )
    assert double_elimination(2).nodes == (
        Node(first, Source(seed=1), Source(seed=2)),
        Node(final, Source(tie=first), Source(tie=first, advances="loser")),
        Node(again, Source(tie=final), Source(tie=final, advances="loser"), if_needed=True),
    )


def test_double_elimination_without_reset_ends_with_first_final():
    bracket = double_elimination(2, reset=False)
    winners: dict[BracketPosition, int | None] = {
        BracketPosition(1, Part.MAIN, 0): 7,
        BracketPosition(2, Part.FINAL, 0): 5,
    }
    ties = resolve_ties(bracket, [7, 5], winners)
    assert (bracket.steps, champion(bracket, ties), is_over(ties)) == (2, 5, True)
    assert [(row.rank, row.player) for row in placings(bracket, [7, 5], winners)] == [(1, 5), (2, 7)]


def test_double_elimination_eight_players_share_placings():
    bracket, seeded = double_elimination(8), list(range(1, 9))
    winners = drawn(bracket, seeded, random.Random(3))
    assert [row.rank for row in placings(bracket, seeded, winners)] == [1, 2, 3, 4, 5, 5, 7, 7]


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 64), seed=st.integers(0, 2**32), reset=st.booleans())
def test_double_elimination_players_are_eliminated_by_second_loss(players, seed, reset):
    chance = random.Random(seed)
    bracket, seeded = double_elimination(players, reset=reset), chance.sample(range(1000), players)
    winners = drawn(bracket, seeded, chance)
    ties = resolve_ties(bracket, seeded, winners)
    assert is_over(ties)
    lost = Counter(tie.loser for tie in ties.values() if len(tie.players) == 2)
    won = champion(bracket, ties)
    last = ties[bracket.final.place].players
    if reset:
        assert all(lost[player] == 2 for player in seeded if player != won)
        assert lost[won] == len(winners) - (2 * players - 2)
        assert len(winners) in (2 * players - 2, 2 * players - 1)
    else:
        assert all(lost[player] == 2 for player in seeded if player not in last)
        assert len(winners) == 2 * players - 2
    for tie in ties.values():
        if tie.place.part == Part.MAIN:
            assert all(
                other.loser not in tie.players
                for other in ties.values()
                if other.place.step < tie.place.step and len(other.players) == 2
            )
    rows = placings(bracket, seeded, winners)
    assert sorted(row.player for row in rows) == sorted(seeded)
    assert [rows[0].player, rows[1].player] == [won, next(player for player in last if player != won)]
    assert all(row.rank == sum(other.rank < row.rank for other in rows) + 1 for row in rows)


def test_double_elimination_main_bracket_double_loss_eliminates_both():
    bracket, seeded = double_elimination(4), [1, 2, 3, 4]
    winners: dict[BracketPosition, int | None] = {
        BracketPosition(1, Part.MAIN, 0): None,
        BracketPosition(1, Part.MAIN, 1): 3,
    }
    assert [(row.rank, row.player, row.still_in) for row in placings(bracket, seeded, winners)] == [
        (1, 2, True), (1, 3, True), (4, 1, False), (4, 4, False),
    ]  # fmt: skip
    assert not resolve_ties(bracket, seeded, winners)[bracket.nodes[-1].place].is_known
    ended = winners | {BracketPosition(4, Part.FINAL, 0): None}
    assert is_over(resolve_ties(bracket, seeded, ended))
    assert [(row.rank, row.player, row.still_in) for row in placings(bracket, seeded, ended)] == [
        (2, 2, False), (2, 3, False), (4, 1, False), (4, 4, False),
    ]  # fmt: skip


@pytest.mark.parametrize("players", [5, 9, 10, 18])
def test_double_elimination_double_loss_with_byes_is_ranked_correctly(players):
    """With so many byes no player is eliminated in the first losers' round."""
    bracket, seeded = double_elimination(players), list(range(1, players + 1))
    first = next(tie for tie in playable_ties(resolve_ties(bracket, seeded, {}), 1) if len(tie.players) == 2)
    rows = {row.player: row.rank for row in placings(bracket, seeded, {first.place: None})}
    goes_out = rank_of_the_second_round(players)
    assert [rows[player] for player in first.players] == [goes_out, goes_out]


def rank_of_the_second_round(players: int) -> int:
    """Return the rank of players eliminated in the second losers' round."""
    bracket, seeded = double_elimination(players), list(range(1, players + 1))
    ties = resolve_by_seed(bracket, seeded)
    winners = {place: tie.players[0] for place, tie in ties.items() if len(tie.players) == 2}
    out = next(
        tie for place, tie in ties.items() if (place.step, place.part) == (3, Part.LOSERS) and tie.place in winners
    )
    return next(row.rank for row in placings(bracket, seeded, winners) if row.player == out.loser)


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 64), seed=st.integers(0, 2**32), reset=st.booleans())
def test_double_elimination_finished_has_no_player_still_in(players, seed, reset):
    bracket, seeded = double_elimination(players, reset=reset), list(range(1, players + 1))
    winners = drawn(bracket, seeded, random.Random(seed), both_lose=True)
    ties = resolve_ties(bracket, seeded, winners)
    assert is_over(ties)
    rows = placings(bracket, seeded, winners)
    won = champion(bracket, ties)
    assert sorted(row.player for row in rows) == seeded
    assert max(row.rank for row in rows) <= players
    assert [row.player for row in rows if row.rank == 1] == [player for player in seeded if player == won]
    assert not any(row.still_in for row in rows)


def probability_of_wins(times: int) -> Fraction:
    return Fraction(1, 2**times)


def early_rematches(bracket: Bracket) -> dict[int, Fraction]:
    """Return the expected number of rematches before the losers' final, by round.

    Every match is a toss-up; which ties two players can reach does not depend on results. Players of a main-bracket tie
    meet again where the path of its loser and that of its winner, who loses later, join: each has won all matches in
    between.
    """
    played = {
        tie.place for tie in resolve_by_seed(bracket, range(1, bracket.players + 1)).values() if len(tie.players) == 2
    }
    goes: dict[tuple[BracketPosition, str], BracketPosition] = {
        (source.tie, source.advances): node.place
        for node in bracket.nodes
        for source in (node.first, node.second)
        if source.tie is not None
    }
    last = max(place.step for place in played if place.part == Part.LOSERS)
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for met in (place for place in played if place.part == Part.MAIN and (place, "loser") in goes):
        beaten = way(goes, goes[met, "loser"], played)
        won, times = goes.get((met, "winner")), 0
        while won is not None and won.part == Part.MAIN:
            if won in played:
                times += 1
                for place, matches in way(goes, goes[won, "loser"], played).items():
                    if place in beaten and place.step < last:
                        found[place.step] += probability_of_wins(times + matches + beaten[place])
                        break
            won = goes.get((won, "winner"))
    return dict(found)


def way(
    goes: dict[tuple[BracketPosition, str], BracketPosition], place: BracketPosition, played: set[BracketPosition]
) -> dict[BracketPosition, int]:
    """Yield the ties of the losers' bracket with the number of wins before."""
    found, matches = {}, 0
    while place.part == Part.LOSERS:
        found[place] = matches
        matches += place in played
        place = goes[place, "winner"]
    return found


def drawn_rematches(bracket: Bracket, seed: int) -> int:
    """Return the number of rematches in one bracket with random results."""
    seeded = list(range(1, bracket.players + 1))
    ties = resolve_ties(bracket, seeded, drawn(bracket, seeded, random.Random(seed)))
    last = max(place.step for place in ties if place.part == Part.LOSERS)
    met: set[frozenset[int]] = set()
    again = 0
    for tie in sorted(ties.values(), key=lambda tie: tie.place.step):
        pair = frozenset(tie.players)
        if len(pair) == 2 and tie.place.part == Part.LOSERS and tie.place.step < last:
            again += pair in met
        met.add(pair)
    return again


@pytest.mark.parametrize("players", [11, 16])
def test_early_rematches_equals_mean_of_simulated_brackets(players):
    bracket = double_elimination(players)
    trials = 400
    mean = sum(drawn_rematches(bracket, seed) for seed in range(trials)) / trials
    assert abs(mean - sum(early_rematches(bracket).values())) < 0.1


@pytest.mark.parametrize(
    ("players", "first", "fewest"),
    [
        (8, Fraction(1, 4), Fraction(1, 4)),
        (16, Fraction(11, 16), Fraction(13, 32)),
        (32, Fraction(123, 256), Fraction(51, 128)),
        (64, Fraction(5228, 8192), Fraction(3020, 8192)),
    ],
)
def test_early_rematches_are_minimal_for_documented_sizes(players, first, fewest):
    before = sum(early_rematches(double_elimination(players, order=DropOrder.FIRST)).values())
    now = sum(early_rematches(double_elimination(players)).values())
    assert (before, now) == (first, fewest)


def dealt(players: int, orders: dict[int, tuple[int, ...]]) -> Bracket:
    """Return a double elimination whose losers drop in the given order."""
    bracket = double_elimination(players)
    nodes = []
    for node in bracket.nodes:
        fallen = node.first.tie
        if node.place.part == Part.LOSERS and fallen is not None and fallen.step in orders:
            order = orders[fallen.step]
            source = Source(tie=BracketPosition(fallen.step, Part.MAIN, order[node.place.slot]), advances="loser")
            node = replace(node, first=source)  # noqa: PLW2901 - the node with its other source
        nodes.append(node)
    return Bracket(players, tuple(nodes))


@pytest.mark.parametrize("players", range(5, 17))
def test_early_rematches_are_minimal_over_all_orders_up_to_sixteen(players):
    fewest = sum(early_rematches(double_elimination(players)).values())
    sizes = {2: 4, 4: 2} if players > 8 else {2: 2}
    ways = itertools.product(*(itertools.permutations(range(size)) for size in sizes.values()))
    assert fewest == min(
        sum(early_rematches(dealt(players, dict(zip(sizes, way, strict=True)))).values()) for way in ways
    )


@pytest.mark.parametrize("players", range(17, 33))
def test_early_rematches_are_minimal_over_block_exchanges_up_to_32(players):
    """All 1,935,360 orders of a full bracket were tried once; the minimum is 51/128."""
    fewest = sum(early_rematches(double_elimination(players)).values())
    sizes = {2: 8, 4: 4, 6: 2}
    chance = random.Random(players)
    for _ in range(12):
        blocks = {step: chance.randrange(size) for step, size in sizes.items()}
        orders = {step: tuple(slot ^ blocks[step] for slot in range(size)) for step, size in sizes.items()}
        assert fewest <= sum(early_rematches(dealt(players, orders)).values())


@pytest.mark.parametrize("players", range(3, 65))
def test_early_rematches_with_byes_do_not_exceed_first_order(players):
    first, now = (early_rematches(double_elimination(players, order=order)) for order in DropOrder)
    assert sum(now.values()) <= sum(first.values())
    assert sum(now.values()) < Fraction(42, 100)


@pytest.mark.parametrize(("players", "free"), [(8, 2), (16, 3), (32, 4), (64, 5)])
def test_early_rematches_do_not_occur_in_first_losers_rounds(players, free):
    assert min(early_rematches(double_elimination(players))) > free + 1


@pytest.mark.parametrize(
    ("order", "players", "down"),
    [
        (DropOrder.FIRST, 8, ["10", "0"]),
        (DropOrder.FIRST, 16, ["1032", "10", "0"]),
        (DropOrder.FIRST, 32, ["76543210", "2301", "01", "0"]),
        (DropOrder.FIRST, 64, ["FEDCBA9876543210", "45670123", "1032", "01", "0"]),
        (DropOrder.FEWEST_REMATCHES, 8, ["10", "0"]),
        (DropOrder.FEWEST_REMATCHES, 16, ["3210", "01", "0"]),
        *((DropOrder.FEWEST_REMATCHES, players, ["76543210", "1032", "10", "0"]) for players in (17, 18, 19, 22)),
        *((DropOrder.FEWEST_REMATCHES, players, ["32107654", "2301", "01", "0"]) for players in (20, 21, 23)),
        (DropOrder.FEWEST_REMATCHES, 32, ["32107654", "2301", "01", "0"]),
        (DropOrder.FEWEST_REMATCHES, 64, ["FEDCBA9876543210", "45670123", "1032", "10", "0"]),
    ],
)
def test_stored_drop_orders_are_stable(order, players, down):
    """Per main-bracket round: the ties whose losers drop, in slot order."""
    found: dict[int, str] = {}
    for node in double_elimination(players, order=order).nodes:
        fallen = node.first.tie
        if node.place.part != Part.LOSERS or node.place.step == 2 or fallen is None or node.first.advances != "loser":
            continue
        found[fallen.step] = found.get(fallen.step, "") + f"{fallen.slot:X}"
    assert list(found.values()) == down


def test_stored_drop_order_values_are_stable():
    assert [(order.name, order.value) for order in DropOrder] == [("FIRST", 1), ("FEWEST_REMATCHES", 2)]


def test_double_elimination_nodes_are_sorted_and_reset_follows_final():
    for players in (2, 4, 11, 32):
        places = [node.place for node in double_elimination(players).nodes]
        assert places == sorted(places)
    assert not resolve_ties(double_elimination(4), [1, 2, 3, 4], {})[BracketPosition(5, Part.FINAL, 0)].is_known
    final, again = double_elimination(4).nodes[-2:]
    beaten = Source(tie=BracketPosition(3, Part.LOSERS, 0))
    assert (final.place, final.first, final.second) == (
        BracketPosition(4, Part.FINAL, 0), Source(tie=BracketPosition(2, Part.MAIN, 0)), beaten,
    )  # fmt: skip
    assert (again.place, again.if_needed) == (BracketPosition(5, Part.FINAL, 0), True)
    assert (again.first, again.second) == (Source(tie=final.place), Source(tie=final.place, advances="loser"))
