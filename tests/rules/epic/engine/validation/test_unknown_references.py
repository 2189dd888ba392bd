"""Checks of references: those that exist in the game, and those that depend on unknown cards."""

import pytest

from rules.engine.decision import Action, Decision, InvalidActionError
from rules.engine.ids import FIRST_OBJECT
from rules.epic.engine import ENGINE
from rules.epic.state.unknown_cards import DependsOnUnknownCardError
from tests.rules.epic.scenarios.table import Start, Table

UNKNOWN_PICK = "A picks one of the unknown cards for Final Task if one qualifies"
FEW = (
    "A has fewer than 2 cards in hand that share an alignment with A's Steel Golem: nothing can be revealed and its "
    "loyalty does nothing (I-109)."
)


def unknown(table: Table, zone: list[int], count: int) -> tuple[int, ...]:
    """Put unknown cards of A into ``zone``; with no decklist they may be anything."""
    table.state.lists = (None, *table.state.lists[1:])
    added = tuple(ENGINE.add_card(table.state, 0) for _ in range(count))
    zone.extend(added)
    return added


def pending_decision(table: Table) -> Decision:
    assert table.state.pending is not None
    return table.state.pending


def reasons(table: Table, answer: Action) -> list[tuple[str, str]]:
    return [(violation.rule, violation.text) for violation in ENGINE.check(table.state, answer)]


def task(known: tuple[str, ...] = ()) -> Table:
    """Return where A chooses a champion out of a discard pile with two unknown cards, and those that are ``known``."""
    table = Table(a=Start(hand=["Final Task", "Kong"], discard=known))
    unknown(table, table.state.seats[0].discard, 2)
    table.a.plays("Final Task", mode=1)
    assert pending_decision(table).kind == "choose"
    return table


@pytest.mark.parametrize("ref", [2, 3, 9, 5_000, FIRST_OBJECT + 1, FIRST_OBJECT + 2])
def test_unknown_reference_is_rejected(ref: int) -> None:
    """Two players, a few cards, one champion that has entered play."""
    table = Table(a=Start(in_play=["Kong"]))
    assert table.champion("Kong").oid == FIRST_OBJECT
    with pytest.raises(InvalidActionError, match=f"^no card, player or object has the number {ref}$"):
        ENGINE.check(table.state, Action(0, "target", (ref,)))


@pytest.mark.parametrize(
    "answer", [Action(0, "pass"), Action(0, "choose"), Action(0, "discard", (10,)), Action(0, "attack", (10,), 1)]
)
def test_pass_instead_of_pick_among_unknown_cards_raises_undetermined(answer: Action) -> None:
    with pytest.raises(DependsOnUnknownCardError, match=UNKNOWN_PICK):
        ENGINE.check(task().state, answer)


def test_conceding_does_not_depend_on_unknown_cards() -> None:
    assert reasons(task(), Action(0, "concede")) == []


def test_pass_with_known_qualifying_card_among_unknown_ones_is_violation() -> None:
    table = task(("Muse",))
    assert reasons(table, Action(0, "pass"))[-1] == (
        "3.2.3",
        "A cannot pass now: first A makes a choice for Final Task.",
    )


def test_pass_instead_of_optional_recycle_is_violation_despite_unknown_cards() -> None:
    table = Table(a=Start(hand=["Watchful Gargoyle"]))
    unknown(table, table.state.seats[0].discard, 2)
    table.a.plays("Watchful Gargoyle")
    assert (pending_decision(table).kind, pending_decision(table).low) == ("choose", 0)
    assert reasons(table, Action(0, "pass"))[-1] == (
        "5.5.1",
        "A cannot pass now: first A chooses two cards to recycle for A's Watchful Gargoyle, or none.",
    )
    assert reasons(table, Action(0, "choose")) == []


def test_reveal_of_named_cards_without_shared_alignment_is_violation() -> None:
    """The cause comes after what is wrong with the very cards; to reveal nothing is what is left."""
    table = Table(a=Start(hand=["Steel Golem"]))
    cards = unknown(table, table.state.seats[0].hand, 2)
    table.a.plays("Steel Golem")
    assert pending_decision(table).kind == "reveal"
    ENGINE.bind(table.state, cards[0], "Kong")
    ENGINE.bind(table.state, cards[1], "Lash")
    assert reasons(table, Action(0, "reveal", cards)) == [
        ("5.3.1", "Kong shares no alignment with A's Steel Golem (I-56)."),
        ("5.3.1", "Lash shares no alignment with A's Steel Golem (I-56)."),
        ("5.3.4", FEW),
    ]
    assert reasons(table, Action(0, "reveal")) == []
