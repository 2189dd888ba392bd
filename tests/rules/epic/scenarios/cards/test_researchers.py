"""Sage cards that reveal the top of the deck, and Winter Fairy."""

import pytest

from tests.rules.epic.scenarios.claims import does, does_not
from tests.rules.epic.scenarios.table import Start, Table


@does("Winter Fairy")
def test_winter_fairy_draws_on_entering_damaging_opponent_and_breaking() -> None:
    table = Table(a=Start(hand=["Winter Fairy"], deck=["Kong"]))
    table.a.plays("Winter Fairy")
    assert table.a.hand == ["Kong"]
    table = Table(a=Start(in_play=["Winter Fairy"], deck=["Kong"]))
    table.a.attacks("Winter Fairy")
    while table.phase == "battle":
        table.all_pass()
    assert (table.b.health, table.a.hand) == (26, ["Kong"])
    table = Table(a=Start(in_play=["Winter Fairy"], hand=["Hurricane"], deck=["Kong"]))
    table.a.plays("Hurricane", mode=1)
    assert table.a.hand == ["Kong"]


@does_not("Winter Fairy")
def test_winter_fairy_draws_nothing_for_damage_to_champion_or_return_to_hand() -> None:
    table = Table(a=Start(in_play=["Winter Fairy"], deck=["Kong"]), b=Start(in_play=["Faithful Pegasus"]))
    table.a.attacks("Winter Fairy")
    table.all_pass()
    table.b.blocks("Faithful Pegasus")
    while table.phase == "battle":
        table.all_pass()
    assert (table.a.in_play, table.a.hand) == (["Winter Fairy"], [])
    table = Table(a=Start(in_play=["Winter Fairy"], hand=["Sea Titan"], deck=["Kong"]))
    table.a.plays("Sea Titan")
    assert (table.a.hand, table.a.deck[0]) == (["Winter Fairy"], "Kong")


@does("Arcane Research")
def test_arcane_research_reveals_one_card_more_than_it_banishes() -> None:
    table = Table(
        a=Start(
            hand=["Arcane Research"],
            discard=["Lash", "Wither", "Muse"],
            deck=["Kong", "Plague", "Sea Titan", "Apocalypse"],
        )
    )
    table.a.plays("Arcane Research")
    table.a.chooses("Lash", "Wither")
    assert table.candidates == ["Kong", "Plague", "Sea Titan"]
    table.a.chooses("Plague")
    assert (table.a.hand, table.a.discard, table.a.deck[0]) == (["Plague"], ["Muse"], "Apocalypse")
    assert set(table.a.deck[-5:]) == {"Arcane Research", "Kong", "Lash", "Sea Titan", "Wither"}


@does_not("Arcane Research")
def test_arcane_research_banishing_nothing_reveals_one_card_and_is_banished() -> None:
    table = Table(a=Start(hand=["Arcane Research"], discard=["Lash"], deck=["Kong", "Plague"]))
    table.a.plays("Arcane Research")
    table.a.chooses()
    assert (table.a.hand, table.a.discard, table.a.deck[0]) == (["Kong"], ["Lash"], "Plague")


@does("Mist Guide Herald")
def test_mist_guide_herald_puts_champion_into_play_and_banishes_the_rest() -> None:
    table = Table(a=Start(hand=["Mist Guide Herald"], deck=["Lash", "Kong", "Plague", "Wither", "Muse", "Apocalypse"]))
    table.a.plays("Mist Guide Herald")
    table.a.says_yes()
    assert table.candidates == ["Kong", "Muse"]
    table.a.chooses("Muse")
    assert (table.a.in_play, table.a.deck[0]) == (["Mist Guide Herald", "Muse"], "Apocalypse")
    assert set(table.a.deck[-4:]) == {"Kong", "Lash", "Plague", "Wither"}


@does_not("Mist Guide Herald")
def test_mist_guide_herald_without_champion_asks_nothing_and_banishes_all() -> None:
    table = Table(a=Start(hand=["Mist Guide Herald"], deck=["Lash", "Plague", "Wither", "Lash", "Apocalypse", "Kong"]))
    table.a.plays("Mist Guide Herald")
    assert table.asks == ("A", "act")
    assert (table.a.in_play, table.a.deck[0]) == (["Mist Guide Herald"], "Kong")


def trick(*, top: str, gold: int = 1) -> Table:
    """Return the table at which Fairy Trickster has turned up the top of B's deck."""
    table = Table(a=Start(in_play=["Fairy Trickster"], gold=gold, deck=["Muse"]), b=Start(deck=[top, "Lash"]))
    table.a.uses("Fairy Trickster", 0)
    table.a.targets("B")
    return table


@does("Fairy Trickster")
def test_fairy_trickster_plays_champion_of_opponent_for_its_cost() -> None:
    table = trick(top="Kong")
    table.a.says_yes()
    table.a.targets("Fairy Trickster")
    assert (table.a.in_play, table.a.gold, table.b.deck[0]) == (["Kong"], 0, "Lash")
    assert table.champion("Kong").owner == 1


@does("Fairy Trickster")
def test_fairy_trickster_plays_event_of_opponent() -> None:
    table = trick(top="Hurricane")
    table.a.says_yes()
    assert table.asks == ("A", "mode")
    assert table.candidates == ["Hurricane"]


@does_not("Fairy Trickster")
def test_fairy_trickster_without_gold_banishes_revealed_card() -> None:
    table = trick(top="Kong", gold=0)
    assert table.asks == ("A", "act")
    assert (table.b.deck[0], table.b.deck[-1]) == ("Lash", "Kong")


@does_not("Fairy Trickster")
def test_fairy_trickster_when_declined_banishes_revealed_card() -> None:
    table = trick(top="Kong")
    table.a.says_no()
    assert (table.a.in_play, table.a.gold, table.b.deck[-1]) == (["Fairy Trickster"], 1, "Kong")


@does("Fairy Trickster")
@pytest.mark.parametrize(("top", "ones"), [("Kong", 1), ("Force Field", 1), ("Flash Fire", 0)])
def test_fairy_trickster_playing_1_cost_card_counts_as_first_this_turn(top: str, ones: int) -> None:
    """A Will afterwards is not the first; no ally ability hears what came from no hand (5.18.1)."""
    mine = Start(in_play=["Fairy Trickster", "Citadel Raven"], hand=["Gareth's Will"], gold=2)
    table = Table(a=mine, b=Start(in_play=["Muse"], deck=[top, "Lash"]))
    table.a.uses("Fairy Trickster", 0)
    table.a.targets("B")
    table.a.says_yes()
    if top == "Kong":
        table.a.targets("Citadel Raven")
    else:
        table.a.takes_mode(0)
    assert len(table.state.seats[0].ones_played) == ones
    assert table.state.seats[0].bound == ()
    table.a.plays("Gareth's Will", mode=1)
    table.a.targets("Fairy Trickster")
    assert table.state.seats[0].bound == ("Sage",) * (1 - ones)


def test_lesson_learned_event_counts_as_played_for_white_dragon() -> None:
    mine = Start(hand=["Lesson Learned", "White Dragon"], discard=["Inner Peace", "Kong", "Lash"], deck=["Muse"])
    table = Table(a=mine)
    table.a.plays("Lesson Learned", mode=1)
    table.a.chooses("Inner Peace")
    table.a.plays("White Dragon")
    assert table.asks == ("A", "choose")
    table.a.chooses("Kong", "Lash")
    assert table.a.hand == ["Muse"]


@does_not("Fairy Trickster")
def test_fairy_trickster_does_not_banish_event_that_banished_itself() -> None:
    """Lesson Learned lies under its owner's deck by then, no longer as the card that was turned up (I-52)."""
    mine = Start(in_play=["Fairy Trickster", "Muse"], discard=["Banishment"])
    table = Table(a=mine, b=Start(in_play=["Kong"], deck=["Lesson Learned", "Lash"], filler=0))
    table.a.uses("Fairy Trickster", 0)
    table.a.targets("B")
    table.a.says_yes()
    table.a.takes_mode(1)
    table.a.targets("Kong")
    assert table.b.deck == ["Lash", "Kong", "Lesson Learned"]
    assert [event.kind for event in table.state.log if event.kind.startswith("banish")] == [
        "banish",
        "banish-played",
        "banish-played",
    ]
