"""A player leaves during an effect of a game that continues: what is still carried out, and by whom."""

import pytest

from rules.engine.decision import Action
from tests.rules.epic.scenarios.claims import shows
from tests.rules.epic.scenarios.table import ENGINE, Put, Start, Table

FFA = "free-for-all"
TWO = Start(in_play=["Kong", "Palace Guard"])


@shows("I-24", "I-47", "1.9.3")
@pytest.mark.parametrize(("leaves", "asked"), [("b", "CD"), ("c", "D")])
def test_each_player_breaks_one_continues_after_concession(leaves: str, asked: str) -> None:
    """Whether a player has chosen already or was to choose, the others choose all the same."""
    table = Table(Start(hand=["Winged Death"]), TWO, TWO, TWO, variant=FFA)
    table.a.plays("Winged Death")
    table.b.chooses("B/Kong")
    getattr(table, leaves).concedes()
    for player in asked:
        assert table.asks == (player, "choose")
        getattr(table, player.lower()).chooses(f"{player}/Kong")
    stayed = {player: seat.in_play for player, seat in zip("BCD", (table.b, table.c, table.d), strict=True)}
    gone = leaves.upper()
    assert stayed == {player: [] if player == gone else ["Palace Guard"] for player in "BCD"}


@shows("I-24", "1.9.3")
def test_each_player_may_put_continues_after_concession() -> None:
    one = Start(hand=["Kong"])
    table = Table(Start(hand=["New Dawn"]), one, one, one, variant=FFA)
    table.a.plays("New Dawn", mode=1)
    assert table.asks == ("B", "may")
    table.b.concedes()
    table.c.says_yes()
    table.d.says_no()
    assert (table.c.in_play, table.d.in_play, table.asks) == (["Kong"], [], ("A", "act"))


@shows("I-24", "1.9.3")
def test_choices_of_others_end_when_player_of_card_leaves() -> None:
    one = Start(hand=["Kong", "Lash"])
    table = Table(Start(hand=["New Dawn"]), one, one, variant=FFA)
    table.a.plays("New Dawn", mode=1)
    table.a.concedes()
    assert (table.asks, table.b.in_play) == (("B", "act"), [])
    table = Table(Start(hand=["Thought Plucker"]), one, one, variant=FFA)
    table.a.plays("Thought Plucker")
    table.a.targets("B")
    assert table.asks == ("B", "discard")
    table.a.concedes()
    assert (table.asks, table.b.hand) == (("B", "act"), ["Kong", "Lash"])


@shows("I-24", "4.5.2a")
def test_delayed_effect_ends_when_its_player_leaves() -> None:
    hand = ["Kong", "Lash", "Muse"]
    table = Table(Start(hand=["Psionic Assault"]), Start(hand=hand), Start(), variant=FFA)
    table.a.plays("Psionic Assault")
    table.a.targets("B")
    table.all_pass()
    assert (table.phase, table.asks) == ("end", ("B", "discard"))
    table.a.concedes()
    assert (table.state.turn, table.asks, table.b.discard) == (1, ("B", "act"), [])
    assert set(hand) <= set(table.b.hand)


def revealing(*more: Start) -> Table:
    """Return a game in which A turns up the top card of B's deck, and chance has still to say which it is."""
    table = Table(Start(in_play=["Fairy Trickster"]), Start(deck=["Kong", "Lash"]), *more, Start(), variant=FFA)
    deck = table.state.seats[1].deck
    deck[:2] = [tuple(sorted(deck[0] + deck[1]))]
    table.a.uses("Fairy Trickster", 0)
    table.a.targets("B")
    assert table.asks == ("chance", "draw")
    return table


@shows("I-24", "1.9.3")
def test_reveal_ends_when_player_or_owner_of_deck_leaves() -> None:
    table = revealing()
    table.a.concedes()
    assert (table.asks, table.b.deck[:2]) == (("B", "act"), ["Kong", "Lash"])
    table = revealing()
    table.b.concedes()
    assert table.asks == ("A", "act")


@shows("I-24", "1.9.3", "2.2.3")
def test_card_of_departed_owner_is_executed_completely() -> None:
    table = Table(
        Start(in_play=["Fairy Trickster"]),
        Start(deck=["New Dawn"]),
        Start(hand=["Kong"]),
        variant=FFA,
    )
    table.a.uses("Fairy Trickster", 0)
    table.a.targets("B")
    table.a.says_yes()
    table.a.takes_mode(1)
    assert table.asks == ("C", "may")
    table.b.concedes()
    assert table.asks == ("C", "may")
    table.c.says_yes()
    assert (table.c.in_play, table.asks) == (["Kong"], ("A", "act"))


@shows("1.9.3", "4.4.12")
def test_champion_of_departed_owner_deals_no_announced_damage() -> None:
    lent = Put("Juggernaut", owner="C")
    table = Table(
        Start(in_play=["Kong", lent]),
        Start(in_play=["Palace Guard", "White Knight"]),
        Start(),
        variant=FFA,
    )
    table.a.attacks("Kong", "Juggernaut", at="B")
    table.all_pass()
    table.b.blocks("Palace Guard", "White Knight")
    table.all_pass()
    table.a.assigns({("Kong", "Palace Guard"): 13, ("Juggernaut", "White Knight"): 9})
    assert table.asks == ("B", "assign")
    table.c.concedes()
    assert (table.a.in_play, table.b.in_play) == ([], ["White Knight"])
    assert table.champion("White Knight").damage == 0


@shows("I-115", "1.9.3")
@pytest.mark.parametrize(("leaves", "asked"), [(0, "B"), (1, "A")])
def test_battle_ends_when_player_leaves_during_damage_division(leaves: int, asked: str) -> None:
    table = Table(Start(in_play=["Kong"]), TWO, Start(), variant=FFA)
    table.a.attacks("Kong", at="B")
    table.all_pass()
    table.b.blocks("Kong", "Palace Guard")
    table.all_pass()
    assert table.asks == ("A", "assign")
    ENGINE.apply(table.state, Action(leaves, "concede"))
    assert (table.phase, table.asks, table.cited("I-115")) == ("main", (asked, "act"), True)
    assert not any(event.kind == "damage" for event in table.state.log)


@shows("I-24", "1.9.3", "I-136")
def test_departed_target_player_is_dealt_no_damage() -> None:
    """Rain of Fire has C picked for its 3 points; the 4 and 5 go to those who are left."""
    table = Table(Start(hand=["Rain of Fire"]), Start(in_play=["Kong"]), Start(), variant=FFA)
    table.a.plays("Rain of Fire", mode=1)
    table.a.targets("C")
    table.c.concedes()
    table.a.targets("B")
    table.a.targets("Kong")
    dealt = [event.args[1:3] for event in table.state.log if event.kind == "damage"]
    assert dealt == [(1, 4), (table.champion("Kong").oid, 5)]
    assert (table.a.health, table.b.health, table.c.health) == (30, 26, 0)


@shows("I-24", "3.6.2", "3.5.3")
def test_cost_without_remaining_choice_is_still_paid() -> None:
    """Kong goes home with C, so that the Priestess gives up herself; it is logged as part of using her power."""
    mine = Start(in_play=["Scarred Priestess", Put("Kong", owner="C")])
    table = Table(mine, Start(in_play=["Muse", "Palace Guard"]), Start(), variant=FFA)
    table.a.uses("Scarred Priestess", 1)
    assert (table.asks, table.candidates) == (("A", "choose"), ["Kong", "Scarred Priestess"])
    table.c.concedes()
    assert (table.a.in_play, table.asks) == ([], ("A", "target"))
    used, broken = (next(event for event in table.state.log if event.kind == kind) for kind in ("use", "break"))
    assert broken.cause == used.seq
