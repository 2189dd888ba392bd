"""Counts of decision trees from small positions, each computed by hand next to it.

Like perft counts of chess: a rule that allows one answer too many or too few anywhere in the tree changes the count.
Answers without an alternative are taken by the engine and make no branch; interchangeable cards count once.
"""

from math import comb

import pytest

from rules.epic.engine import ENGINE
from rules.epic.state import EpicState
from tests.rules.epic.engine.games import begin
from tests.rules.epic.scenarios.table import CR, RB, Put, Start, Table

BOTH = pytest.mark.parametrize("version", [RB, CR])


def ways(state: EpicState, depth: int) -> int:
    """Return how many lines of exactly ``depth`` answers there are; a game that ends before ends its line."""
    if depth == 0 or state.over:
        return 1
    total = 0
    for answer in ENGINE.legal(state):
        branch = ENGINE.copy(state)
        ENGINE.apply(branch, answer)
        total += ways(branch, depth - 1)
    return total


def battles(state: EpicState) -> int:
    """Return in how many ways the battle under way can run until it is over."""
    if state.phase != "battle":
        return 1
    total = 0
    for answer in ENGINE.legal(state):
        branch = ENGINE.copy(state)
        ENGINE.apply(branch, answer)
        total += battles(branch)
    return total


def attacks(table: Table) -> int:
    """Return the ways of all battles that the turn player can begin."""
    total = 0
    for answer in ENGINE.legal(table.state):
        if answer.verb == "attack":
            branch = ENGINE.copy(table.state)
            ENGINE.apply(branch, answer)
            total += battles(branch)
    return total


@BOTH
def test_count_with_nothing_to_play_is_1_per_pass(version: str) -> None:
    """A passes, B passes: one line. B then begins a turn and draws the filler, a 1-cost champion: play it or pass."""
    table = Table(version=version)
    assert [ways(table.state, depth) for depth in (1, 2, 3)] == [1, 1, 2]


@BOTH
def test_count_of_card_with_two_effects_includes_each(version: str) -> None:
    """Flash Fire for nothing, Flash Fire for the piece of gold, pass; without gold one less."""
    assert ways(Table(a=Start(hand=["Flash Fire"]), version=version).state, 1) == 3
    assert ways(Table(a=Start(hand=["Flash Fire"], gold=0), version=version).state, 1) == 2


@BOTH
def test_count_of_attacks_includes_every_set_of_prepared_champions(version: str) -> None:
    """Three are able (7 sets), the deploying and the expended are not; and passing."""
    able = ["Wolf Token", "Zombie Token", "Muse"]
    unable = [Put("Kong", deploying=True), Put("Sea Titan", stance=1)]
    assert ways(Table(a=Start(in_play=[*able, *unable]), version=version).state, 1) == 2**3 - 1 + 1


@BOTH
def test_count_of_two_against_two_from_attack_to_damage(version: str) -> None:
    """Two Wolves (2/2) attack two Humans (1/1), nobody has anything to play, so each window is passed in one way.

    One Wolf (2 ways to choose it): unblocked 1; blocked by one Human (2 ways to choose it) 1 each; by both, 2 points
    over two targets are divided in 3 ways. That is 1 + 2 + 3 = 6, twice.
    Both Wolves: unblocked 1; one Human, whose point goes to either Wolf: 2 ways, for each of two Humans; both Humans:
    each Wolf divides in 3 ways, each Human in 2: 3 * 3 * 2 * 2 = 36. That is 1 + 4 + 36 = 41.
    """
    wolves, humans = ["Wolf Token", "Wolf Token"], ["Human Token", "Human Token"]
    table = Table(a=Start(in_play=wolves), b=Start(in_play=humans), version=version)
    assert attacks(table) == 2 * 6 + 41


def test_count_of_breakthrough_over_one_blocker() -> None:
    """A Human (1/1) blocks Triceratops: all but one point are excess. By the Complete Rules they go through, in one
    way; by the rule book as many as wanted, none to all. Not blocking is one way more in both."""
    for version in (CR, RB):
        table = Table(a=Start(in_play=["Triceratops"]), b=Start(in_play=["Human Token"]), version=version)
        excess = table.offense("Triceratops") - 1
        assert attacks(table) == 1 + (1 if version == CR else excess + 1)


@BOTH
def test_count_of_blocks_of_airborne_attackers_uses_airborne_blockers(version: str) -> None:
    """Angel of Light is airborne, Wolves are not. Alone: one able blocker of three, 2 ways. With a Wolf attacking
    everyone may block: 2 ** 3 ways; the blocks alone are counted."""
    blockers = ["Faithful Pegasus", "Wolf Token", "Zombie Token"]
    counts = {}
    for group in (("Angel of Light",), ("Angel of Light", "Wolf Token")):
        table = Table(a=Start(in_play=["Angel of Light", "Wolf Token"]), b=Start(in_play=blockers), version=version)
        table.a.attacks(*group)
        table.all_pass()
        counts[len(group)] = sum(1 for _ in ENGINE.legal(table.state))
    assert counts == {1: 2, 2: 8}


@pytest.mark.parametrize(
    ("hand", "count"),
    [
        (["Muse", "Sea Titan", "Frost Giant"], 1 + comb(3, 2)),  # decline, or one of three pairs
        (["Muse", "Muse", "Sea Titan"], 1 + 2),  # Muse and Muse, or Muse and Sea Titan
        (["Muse", "Sea Titan", "Kong"], 1 + 1),  # Kong shares no alignment
    ],
)
def test_count_of_loyalty_reveals_equals_pairs(hand: list[str], count: int) -> None:
    table = Table(a=Start(hand=["Steel Golem", *hand]))
    table.a.plays("Steel Golem")
    assert ways(table.state, 1) == count


def test_count_of_recycled_cards_depends_on_version() -> None:
    """Three different cards: decline, or a pair. By the rule book the order under the deck is chosen: 3 * 2 pairs; by
    the Complete Rules it is random: 3 pairs."""
    for version, count in ((RB, 1 + 6), (CR, 1 + 3)):
        table = Table(a=Start(hand=["Spike Trap"], discard=["Kong", "Lash", "Muse"]), version=version)
        table.a.plays("Spike Trap")
        assert ways(table.state, 1) == count


@BOTH
def test_count_of_six_damage_over_three_targets(version: str) -> None:
    """Lightning Storm, each target at least a point. The targets are both players and one champion. One target: 3 ways.
    Two (3 pairs): 5 divisions each. Three: as many as ways to put two walls between six points, 10."""
    table = Table(a=Start(hand=["Lightning Storm"]), b=Start(in_play=["Kong"]), version=version)
    table.a.plays("Lightning Storm")
    assert ways(table.state, 1) == 3 + 3 * 5 + comb(5, 2)


@BOTH
def test_count_of_three_triggers_includes_every_order(version: str) -> None:
    """A Wild card sets off two Wurm Hatchlings and Kong's tribute: 3! orders. The tribute has four targets (two
    Hatchlings, Kong, and B's Muse) whatever the order, each time a choice of its own."""
    table = Table(
        a=Start(in_play=["Wurm Hatchling", "Wurm Hatchling"], hand=["Kong"]),
        b=Start(in_play=["Muse"]),
        version=version,
    )
    table.a.plays("Kong")
    assert ways(table.state, 1) == 3
    assert ways(table.state, 2) == 2 * 2 + 4  # a Hatchling first, then two are left; the tribute first, then its target


@pytest.mark.parametrize(
    ("deck", "count"),
    [
        (("Kong",) * 30, 6),  # none to five of them
        (("Kong",) * 2 + ("Lash",) * 3, 3 * 4),  # none to two of the one, none to three of the other
        (("Kong", "Lash", "Muse", "Plague", "Wither"), 2**5),
    ],
)
def test_count_of_mulligans_treats_equal_cards_as_one(deck: tuple[str, ...], count: int) -> None:
    """Any number of cards of the opening hand; equal ones are interchangeable."""
    state = begin(RB, 1, (deck, ("Kong",) * 30))
    while state.pending is not None and state.pending.kind == "draw":
        ENGINE.apply(state, next(iter(ENGINE.legal(state))))
    assert state.pending is not None
    assert (state.pending.seat, state.pending.kind) == (0, "mulligan")
    assert ways(state, 1) == count
