"""Taps: what each makes of the text of a record, for every game that is played, and what stays as it was typed."""

import pytest

from epic_events.disputes.desk.position import PositionSheet
from epic_events.disputes.desk.sheet import sheet_of
from epic_events.disputes.desk.tapped import Tapped
from epic_events.disputes.desk.taps import tapped
from epic_events.disputes.records.beginning import record_of_event
from rules.games import GAMES, PlayableGame, game_of
from rules.judge.record import parse, write
from rules.notation.position.entries import Entry, entries

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

PLAYED = [game for game in GAMES.values() if isinstance(game, PlayableGame)]
START = """\
Record: 1
Game: epic
Rules: RB-2017
Players: Ana, Ben
First: Ana

Position
Turn: Ana 5
A ch: 2 wolf token (exp)  # as Ana says
Ben health: 18

Plays
"""


def after(*taps: str, text: str = START, **sent: str) -> Tapped:
    done = Tapped(parse(text))
    for each in taps:
        done = tapped(done.record, sent, each)
    return done


def lines(done: Tapped, *, plays: bool = False) -> list[str]:
    position, _, told = write(done.record).partition("\nPlays\n")
    return (told if plays else position.partition("Position\n")[2]).splitlines()


def test_numbers_change_from_what_is_told_or_usual() -> None:
    done = after("number|1|health|-5", "number|0|health|+1", "number|0|gold|-5", "turn|Turn|+1")
    assert lines(done) == [
        "Turn: Ana 6",
        "A ch: 2 wolf token (exp)  # as Ana says",
        "Ana health: 31",
        "Ana gold: 0",
        "Ben health: 13",
    ]


def test_cards_are_laid_counted_told_of_and_taken_away() -> None:
    done = after("card|1|champion|0|kong", "remark|1|champion|0|0|deploying", "remark|1|champion|0|0|damage|+1")
    assert lines(done)[-2:] == ["Ben health: 18", "Ben champion: Kong (deploying, 1 damage)"]
    again = tapped(done.record, {}, "remark|1|champion|0|0|deploying")
    again = tapped(again.record, {}, "remark|1|champion|0|0|expended")
    assert "Ben champion: Kong (expended, 1 damage)" in lines(again)
    back = tapped(again.record, {}, "remark|1|champion|0|0|prepared")
    assert "Ben champion: Kong (1 damage)" in lines(back)
    assert not any("Kong" in line for line in lines(tapped(back.record, {}, "drop|1|champion|0|0")))
    assert "Ben hand: 2 ?" in lines(after("card|1|hand|0|?", "card|1|hand|0|?"))


def test_one_of_several_is_told_apart() -> None:
    done = after("apart|0|champion|0|0", "remark|0|champion|0|1|attacking", "say|0|0|champion|0|1")
    assert lines(done)[1:3] == ["A ch: wolf token (exp)  # as Ana says", "A ch: wolf token (exp, attacking)"]
    assert lines(done, plays=True) == ["1. Ana: attack with wolf token#2"]


def test_what_is_typed_comes_with_every_tap_and_stays_where_it_cannot_be_taken() -> None:
    sent = {"card:0:hand:0": "kong", "card:1:hand:0": "Pallace Gaurd", "said": "Ana attacks with Wolf Token"}
    done = after("number|1|health|+1", **sent)
    assert "Ana hand: Kong" in lines(done)
    assert "Ben health: 19" in lines(done)
    assert done.unknown["card:1:hand:0"][0] == "Pallace Gaurd"
    assert "Palace Guard" in done.unknown["card:1:hand:0"][1]
    assert lines(done, plays=True) == ["1. Ana: attacks with Wolf Token"]
    assert after("", said="xyzzy").said == "xyzzy"


def test_what_is_chosen_counts_where_it_is_not_what_stood_there() -> None:
    sent = {"moment:Turn": "Ben", "was:Turn": "Ana", "moment:Phase": "main", "was:Phase": "main"}
    assert lines(after("", **sent))[0] == "Turn: Ben 5"
    assert not any(line.startswith("Phase") for line in lines(after("", **sent)))


def test_fields_of_the_game_stand_before_those_of_the_players_in_the_order_in_which_they_are_told() -> None:
    untold = START.replace("Turn: Ana 5\n", "")
    done = Tapped(parse(untold))
    for field, chosen in (("Turn", "Ben"), ("Phase", "blocks"), ("Initiative", "Ana")):
        done = tapped(done.record, {f"moment:{field}": chosen, f"was:{field}": ""}, "")
    assert lines(done)[:4] == [
        "Turn: Ben 5",
        "Phase: blocks",
        "Initiative: Ana",
        "A ch: 2 wolf token (exp)  # as Ana says",
    ]


def test_attackers_are_added_to_one_line_and_plays_are_taken_back() -> None:
    done = after("card|0|champion|0|Kong", "say|0|0|champion|0|0", "say|0|0|champion|0|1", "say|4|1")
    assert lines(done, plays=True) == ["1. Ana: attack with 2 wolf token, Kong", "2. Ben: pass"]
    assert lines(tapped(done.record, {}, "back|1"), plays=True) == ["1. Ana: attack with 2 wolf token, Kong"]


def test_only_this_play_holds_one() -> None:
    done = after("answer|Ana|pass", "answer|Ben|pass", only="1")
    assert lines(done, plays=True) == ["1. Ben: pass"]


NOTHING = (
    "number|7|health|+1", "card|0|nowhere|0|Kong", "drop|0|champion|9|9", "say|99|0", "say|0|0|hand|0|9", "xyzzy",
    "remark|0|champion|0|0|no such", "turn|Nothing|+1", "back|x", "number|0|health|99999999", "answer|Ana|\n",
    "answer|X|pass", "number", "card|0|hand", "drop|0", "say", "say|0|0", "answer", "remark|0|champion|0|0", "back",
    "turn", "more|0|champion|0|0",
)  # fmt: skip


@pytest.mark.parametrize("tap", NOTHING)
def test_a_tap_that_means_nothing_changes_nothing(tap: str) -> None:
    assert after(tap).record == parse(START)


def test_what_cannot_be_stands_at_its_field_and_an_illegal_play_where_it_was_made() -> None:
    text = START.replace("Ben health: 18", "Ben health: 0") + "1. Ana: pass\n"
    sheet = sheet_of(text, "epic")
    wrong = next(number["wrong"] for number in sheet.players[1]["numbers"] if number["name"] == "health")
    assert wrong == ["Ben health is 0: a player with 0 health or less has lost (1.5.4)"]
    assert sheet.problems == []
    text = START.replace("(exp)", "(deploying)") + "1. Ana: attack with 2 wolf token\n2. Ben: pass\n3. Ben: zzz\n"
    plays = sheet_of(text.replace("3. Ben: zzz\n", ""), "epic").plays
    assert [play["state"] for play in plays] == ["illegal", "after"]
    assert plays[0]["reasons"][0][1] == "5.17.1"
    assert sheet_of(START + "1. Ana: attack with Pallace Gaurd\n", "epic").plays[0]["state"] == "unread"


def test_legal_answers_are_listed_as_taps_and_each_can_be_played() -> None:
    sheet = sheet_of(START, "epic")
    assert sheet.asked == "Ana makes a play or passes"
    assert ("Ana", "pass", "answer|Ana|pass") in sheet.answers
    for _, _, tap in sheet.answers:
        assert sheet_of(write(tapped(parse(START), {}, tap).record), "epic").plays[-1]["state"] == "legal"


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.slug)
def test_every_zone_of_every_game_can_be_laid_and_read_back(game: PlayableGame) -> None:
    text = record_of_event(None, game.slug)
    record = parse(text)
    known = game_of(record)
    name = next(iter(known.cards.names))
    assert sheet_of(text, game.slug).problems == []
    for zone in known.positions.zones:
        laid = tapped(record, {}, f"card|1|{zone.name}|0|{name}").record
        cards = PositionSheet(known, parse(write(laid))).cards(1, zone)
        assert name in [entry.name for entry in cards[0]]
    for number in known.positions.numbers:
        told = tapped(record, {}, f"number|1|{number.name}|+1").record
        assert PositionSheet(known, told).number(1, number.name, number.usual) != PositionSheet(known, record).number(
            1, number.name, number.usual
        )
    for moment in known.positions.moments:
        for word in moment.words:
            then = tapped(record, {f"moment:{moment.name}": word}, "").record
            assert f"{moment.name}: {word}" in write(then)


def test_names_with_a_comma_stay_whole() -> None:
    name = next(name for name in GAMES["epic"].cards.names if ", " in name)
    assert entries(GAMES["epic"].cards, f"{name} (expended), 2 Kong") == [
        Entry(name, 1, ("expended",)),
        Entry("Kong", 2),
    ]
