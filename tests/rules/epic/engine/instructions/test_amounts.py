"""Amounts and player selectors, in play, outside it, and for departed champions."""

import pytest

from rules.epic.cards.printed import UNKNOWN
from rules.epic.effects import (
    Amount,
    ControllerOf,
    Count,
    DefenseOf,
    Departed,
    Filter,
    OffenseOf,
    OwnerOf,
    Picked,
    Players,
    Plus,
    Route,
    Times,
    What,
    Whose,
    You,
)
from rules.epic.selection.amounts import evaluate_amount
from rules.epic.selection.evaluation import select
from rules.epic.state import Frame, TextFrame
from rules.epic.state.unknown_cards import DependsOnUnknownCardError
from rules.epic.text.players import amount_phrases
from rules.epic.traits import CardType
from tests.rules.epic.scenarios.table import Put, Start, Table

OWN_HUMANS = Count(What.CHAMPION, Filter(whose=Whose.OWN, class_word="Human"))
OWN_PILE = Count(What.DISCARD, Filter(whose=Whose.OWN, card_type=CardType.CHAMPION))


def table() -> Table:
    return Table(
        a=Start(in_play=["Human Token", "Human Token", "Kong"], discard=["Muse", "Flash Fire"], hand=["Lash", "Kong"]),
        b=Start(in_play=["Human Token", Put("Juggernaut", owner="A")], discard=["Kong", "Muse"]),
    )


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        (3, 3),
        (OWN_HUMANS, 2),
        (Count(What.CHAMPION, Filter(class_word="Human")), 3),
        (Count(What.CHAMPION, Filter(), of=Players(Whose.OPPOSING)), 2),
        (OWN_PILE, 1),
        (Count(What.DISCARD, Filter(card_type=CardType.CHAMPION)), 3),
        (Count(What.HAND, Filter(card_type=CardType.CHAMPION)), 1),
        (Plus((OWN_HUMANS, 1)), 3),
        (Times(2, OWN_HUMANS), 4),
    ],
)
def test_evaluate_amount_returns_expected_number(amount: Amount, expected: int) -> None:
    assert evaluate_amount(table().state, Frame("effects", 0), amount) == expected


def test_evaluate_amount_uses_current_or_last_offense() -> None:
    now = table()
    kong = now.champion("Kong")
    kong.plus = 2
    now.state.values.clear()
    frame: TextFrame = Frame("effects", 0, kong.oid, {"picked": (kong.oid,)})
    assert evaluate_amount(now.state, frame, OffenseOf(Picked())) == 15
    now.state.seats[0].champions.remove(kong)
    frame.data["gone"] = ((kong.oid, 1, 0, 15, 8, "deck"), (10_099, 1, 1, 2, 2, "discard"))
    assert evaluate_amount(now.state, frame, OffenseOf(Picked())) == 15
    assert evaluate_amount(now.state, frame, DefenseOf(Picked())) == 8
    assert evaluate_amount(now.state, frame, Departed(Route.BANISHED)) == 1
    assert evaluate_amount(now.state, frame, Departed(Route.BROKEN, of=Players(Whose.OPPOSING))) == 1
    assert evaluate_amount(now.state, frame, Departed(Route.BROKEN, of=You())) == 0
    assert select(now.state, frame, ControllerOf(Picked())) == [1]
    assert select(now.state, frame, OwnerOf(Picked())) == [0]


def test_select_controller_and_owner_of_champion_in_play() -> None:
    now = table()
    frame: TextFrame = Frame("effects", 0, 0, {"picked": (now.champion("Juggernaut").oid,)})
    assert select(now.state, frame, ControllerOf(Picked())) == [1]
    assert select(now.state, frame, OwnerOf(Picked())) == [0]


def test_evaluate_amount_negative_returns_0() -> None:
    now = table()
    kong = now.champion("Kong")
    kong.until_end = (("offense", -20),)
    now.state.values.clear()
    assert evaluate_amount(now.state, Frame("effects", 0, 0, {"picked": (kong.oid,)}), OffenseOf(Picked())) == 0


def test_evaluate_amount_of_unknown_cards_raises() -> None:
    now = table()
    cid = now.state.seats[0].discard[0]
    now.state.table = {**now.state.table, cid: UNKNOWN}
    with pytest.raises(DependsOnUnknownCardError, match=r"depends on 1 unknown card\(s\)"):
        evaluate_amount(now.state, Frame("effects", 0, now.champion("Kong").oid), OWN_PILE)


@pytest.mark.parametrize(
    ("amount", "thing", "words"),
    [
        (1, "card", ("1 card", "")),
        (2, "health", ("2 health", "")),
        (OWN_HUMANS, "Human Token", ("a Human Token", " for each Human champion you control")),
        (Count(What.DISCARD, Filter()), "health", ("1 health", " for each card in any discard pile")),
        (Times(2, OWN_HUMANS), "damage", ("2 damage", " for each Human champion you control")),
        (Plus((OWN_HUMANS, 1)), "damage", ("1 damage", " for each Human champion you control, and 1 damage more")),
        (Departed(Route.BROKEN), "Demon Token", ("a Demon Token", " for each champion that broke this way")),
        (OffenseOf(Picked()), "health", ("as much health", " as that player has or last had offense")),
    ],
)  # fmt: skip
def test_amount_phrases_returns_words(amount: Amount, thing: str, words: tuple[str, str]) -> None:
    assert amount_phrases(amount, thing) == words
