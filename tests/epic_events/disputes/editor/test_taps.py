"""Taps of the dispute editor: the record each one produces."""

import pytest

from epic_events.disputes.editor.position import PositionSheet
from epic_events.disputes.editor.result import TapResult
from epic_events.disputes.editor.sheet import build_sheet
from epic_events.disputes.editor.taps import apply_tap
from epic_events.disputes.initial_state import record_of_event
from rules.games import GAMES, PlayableGame, game_for_record
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


def after(*taps: str, text: str = START, **sent: str) -> TapResult:
    done = TapResult(parse(text))
    for each in taps:
        done = apply_tap(done.record, sent, each)
    return done


def lines(done: TapResult, *, plays: bool = False) -> list[str]:
    position, _, output = write(done.record).partition("\nPlays\n")
    return (output if plays else position.partition("Position\n")[2]).splitlines()


def test_tap_numbers_change_from_recorded_or_default_value() -> None:
    done = after("number|1|health|-5", "number|0|health|+1", "number|0|gold|-5", "turn|Turn|+1")
    assert lines(done) == [
        "Turn: Ana 6",
        "A ch: 2 wolf token (exp)  # as Ana says",
        "Ana health: 31",
        "Ana gold: 0",
        "Ben health: 13",
    ]


def test_tap_cards_are_added_counted_annotated_and_removed() -> None:
    done = after("card|1|champion|0|kong", "remark|1|champion|0|0|deploying", "remark|1|champion|0|0|damage|+1")
    assert lines(done)[-2:] == ["Ben health: 18", "Ben champion: Kong (deploying, 1 damage)"]
    again = apply_tap(done.record, {}, "remark|1|champion|0|0|deploying")
    again = apply_tap(again.record, {}, "remark|1|champion|0|0|expended")
    assert "Ben champion: Kong (expended, 1 damage)" in lines(again)
    back = apply_tap(again.record, {}, "remark|1|champion|0|0|prepared")
    assert "Ben champion: Kong (1 damage)" in lines(back)
    assert not any("Kong" in line for line in lines(apply_tap(back.record, {}, "drop|1|champion|0|0")))
    assert "Ben hand: 2 ?" in lines(after("card|1|hand|0|?", "card|1|hand|0|?"))


def test_tap_splits_one_card_from_group() -> None:
    done = after("apart|0|champion|0|0", "remark|0|champion|0|1|attacking", "say|0|0|champion|0|1")
    assert lines(done)[1:3] == ["A ch: wolf token (exp)  # as Ana says", "A ch: wolf token (exp, attacking)"]
    assert lines(done, plays=True) == ["1. Ana: attack with wolf token#2"]


def test_tap_applies_typed_fields_and_returns_unparsed_text() -> None:
    sent = {"card:0:hand:0": "kong", "card:1:hand:0": "Pallace Gaurd", "typed_play": "Ana attacks with Wolf Token"}
    done = after("number|1|health|+1", **sent)
    assert "Ana hand: Kong" in lines(done)
    assert "Ben health: 19" in lines(done)
    assert done.unknown["card:1:hand:0"][0] == "Pallace Gaurd"
    assert "Palace Guard" in done.unknown["card:1:hand:0"][1]
    assert lines(done, plays=True) == ["1. Ana: attacks with Wolf Token"]
    assert after("", typed_play="xyzzy").typed_play == "xyzzy"


def test_tap_choice_counts_only_if_changed() -> None:
    sent = {"moment:Turn": "Ben", "was:Turn": "Ana", "moment:Phase": "main", "was:Phase": "main"}
    assert lines(after("", **sent))[0] == "Turn: Ben 5"
    assert not any(line.startswith("Phase") for line in lines(after("", **sent)))


def test_tap_game_fields_precede_player_fields_in_order() -> None:
    untold = START.replace("Turn: Ana 5\n", "")
    done = TapResult(parse(untold))
    for field, chosen in (("Turn", "Ben"), ("Phase", "blocks"), ("Initiative", "Ana")):
        done = apply_tap(done.record, {f"moment:{field}": chosen, f"was:{field}": ""}, "")
    assert lines(done)[:4] == [
        "Turn: Ben 5",
        "Phase: blocks",
        "Initiative: Ana",
        "A ch: 2 wolf token (exp)  # as Ana says",
    ]


def test_tap_attackers_join_one_line_and_plays_are_undone() -> None:
    done = after("card|0|champion|0|Kong", "say|0|0|champion|0|0", "say|0|0|champion|0|1", "say|4|1")
    assert lines(done, plays=True) == ["1. Ana: attack with 2 wolf token, Kong", "2. Ben: pass"]
    assert lines(apply_tap(done.record, {}, "back|1"), plays=True) == ["1. Ana: attack with 2 wolf token, Kong"]


def test_tap_one_play_mode_holds_last_play_only() -> None:
    done = after("answer|Ana|pass", "answer|Ben|pass", only="1")
    assert lines(done, plays=True) == ["1. Ben: pass"]


NOTHING = (
    "number|7|health|+1", "card|0|nowhere|0|Kong", "drop|0|champion|9|9", "say|99|0", "say|0|0|hand|0|9", "xyzzy",
    "remark|0|champion|0|0|no such", "turn|Nothing|+1", "back|x", "number|0|health|99999999", "answer|Ana|\n",
    "answer|X|pass", "number", "card|0|hand", "drop|0", "say", "say|0|0", "answer", "remark|0|champion|0|0", "back",
    "turn", "more|0|champion|0|0",
)  # fmt: skip


@pytest.mark.parametrize("tap", NOTHING)
def test_tap_meaningless_changes_nothing(tap: str) -> None:
    assert after(tap).record == parse(START)


def test_sheet_contradiction_is_at_its_field_and_illegal_play_at_its_place() -> None:
    text = START.replace("Ben health: 18", "Ben health: 0") + "1. Ana: pass\n"
    sheet = build_sheet(text, "epic")
    wrong = next(number["wrong"] for number in sheet.players[1]["numbers"] if number["name"] == "health")
    assert wrong == ["Ben health is 0: a player with 0 health or less has lost (1.5.4)"]
    assert sheet.problems == []
    text = START.replace("(exp)", "(deploying)") + "1. Ana: attack with 2 wolf token\n2. Ben: pass\n3. Ben: zzz\n"
    plays = build_sheet(text.replace("3. Ben: zzz\n", ""), "epic").plays
    assert [play["state"] for play in plays] == ["illegal", "after"]
    assert plays[0]["reasons"][0][1] == "5.17.1"
    assert build_sheet(START + "1. Ana: attack with Pallace Gaurd\n", "epic").plays[0]["state"] == "unread"


def test_sheet_legal_actions_are_taps_that_can_be_played() -> None:
    sheet = build_sheet(START, "epic")
    assert sheet.asked == "Ana makes a play or passes"
    assert ("Ana", "pass", "answer|Ana|pass") in sheet.answers
    for _, _, tap in sheet.answers:
        assert build_sheet(write(apply_tap(parse(START), {}, tap).record), "epic").plays[-1]["state"] == "legal"


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.slug)
def test_tap_every_zone_of_every_game_round_trips(game: PlayableGame) -> None:
    text = record_of_event(None, game.slug)
    record = parse(text)
    known = game_for_record(record)
    name = next(iter(known.cards.names))
    assert build_sheet(text, game.slug).problems == []
    for zone in known.positions.zones:
        laid = apply_tap(record, {}, f"card|1|{zone.name}|0|{name}").record
        cards = PositionSheet(known, parse(write(laid))).cards(1, zone)
        assert name in [entry.name for entry in cards[0]]
    for number in known.positions.numbers:
        output = apply_tap(record, {}, f"number|1|{number.name}|+1").record
        assert PositionSheet(known, output).number(1, number.name, number.usual) != PositionSheet(known, record).number(
            1, number.name, number.usual
        )
    for moment in known.positions.moments:
        for word in moment.words:
            then = apply_tap(record, {f"moment:{moment.name}": word}, "").record
            assert f"{moment.name}: {word}" in write(then)


def test_card_names_with_comma_are_parsed_whole() -> None:
    name = next(name for name in GAMES["epic"].cards.names if ", " in name)
    assert entries(GAMES["epic"].cards, f"{name} (expended), 2 Kong") == [
        Entry(name, 1, ("expended",)),
        Entry("Kong", 2),
    ]


def test_tap_typed_number_counts_only_if_changed() -> None:
    sent = {"number:1:health": "7", "was:number:1:health": "18", "number:0:gold": "1", "was:number:0:gold": "1"}
    assert lines(after("", **sent))[-1:] == ["Ben health: 7"]
    sent = {"turn:Turn": "9", "was:turn:Turn": "5", "amount:0|champion|0|0:damage": "2"}
    assert lines(after("", **sent))[:2] == ["Turn: Ana 9", "A ch: 2 wolf token (exp, 2 damage)  # as Ana says"]
    cleared = after("", **{"number:1:health": "", "was:number:1:health": "18"})
    assert not any("Ben health" in line for line in lines(cleared))


@pytest.mark.parametrize("text", ["x", "-1", "1000", "1.5", "٣", "99999999"])
def test_tap_invalid_number_keeps_text_with_error(text: str) -> None:
    done = after("", **{"number:1:health": text, "was:number:1:health": "18"})
    assert done.errors == {"number:1:health": (text, "Enter a whole number from 0 to 999.")}
    assert lines(done)[-1:] == ["Ben health: 18"]
    assert not done.is_complete


def test_tap_text_in_number_field_is_preserved_until_number_is_typed() -> None:
    """A number input cannot show text, so it is submitted empty."""
    text = START.replace("Ben health: 18", "Ben health: much")
    player = build_sheet(text, "epic").players[1]
    assert [each["now"] for each in player["numbers"] if each["name"] == "health"] == [""]
    assert "Ben health: much" in lines(after("take", text=text, **{"number:1:health": "", "was:number:1:health": ""}))


def test_tap_rename_player_updates_every_mention() -> None:
    text = START.replace("First: Ana\n", "First: Ana\nWithout decklist Ana: late\n") + (
        "1. Ana: attack with wolf token\n2. Ben: target Ana\n\nBranch claimed\n1. Ana: pass\n"
    )
    done = after("", text=text, **{"name:0": "Zoe Müller", "was:name:0": "Ana", "name:1": "Ana", "was:name:1": "Ben"})
    assert done.errors == {}
    assert write(done.record) == (
        text.replace("Ana", "Zoe Müller").replace("Ben", "Ana").replace("A ch:", "Zoe Müller champion:")
        .replace("as Zoe Müller says", "as Ana says")
    )  # fmt: skip


@pytest.mark.parametrize("name", ["Ben", "ben", "chance", "A: b", "x" * 61, "#", "A, B"])
def test_tap_rename_player_invalid_name_stays_in_field_with_error(name: str) -> None:
    done = after("", **{"name:0": name, "was:name:0": "Ana"})
    assert (done.record.players, done.errors["name:0"][0]) == (("Ana", "Ben"), name)


def test_tap_rename_player_named_like_card_keeps_card() -> None:
    text = START.replace("Ana", "Kong") + "1. Kong: attack with Kong\n"
    done = after("", text=text, **{"name:0": "Ana", "was:name:0": "Kong"})
    assert lines(done, plays=True) == ["1. Ana: attack with Kong"]
    assert done.record.players == ("Ana", "Ben")


def test_tap_action_while_renaming_belongs_to_renamed_player() -> None:
    done = after("answer|Ana|pass", **{"name:0": "Zoe", "was:name:0": "Ana"})
    assert lines(done, plays=True) == ["1. Zoe: pass"]


def test_tap_decklist_is_set_aside_with_reason_and_restored() -> None:
    assert after("without|1").errors["reason:1"][1] == "Enter the reason why this decklist does not count."
    aside = after("without|1", **{"reason:1": "it is # late"})
    header = aside.record.header("Without decklist Ben")
    assert header is not None
    assert header.value == "it is late"
    stored = apply_tap(aside.record, {"reason:1": ""}, "take")
    assert (stored.record, list(stored.errors)) == (aside.record, ["reason:1"])
    assert apply_tap(aside.record, {"reason:1": "it is late"}, "with|1").record == parse(START)


def test_tap_edited_play_returns_to_its_place() -> None:
    text = START + "1. Ana: attack with wolf token\n2. Ana: pas\n3. Ben: pass\n"
    done = after("edit|1", text=text)
    assert (done.typed_play, done.typed_play_index, len(done.record.plays)) == ("Ana: pas", 1, 2)
    back = apply_tap(done.record, {"typed_play": "Ana: pass", "typed_play_index": "1"}, "take")
    assert lines(back, plays=True) == ["1. Ana: attack with wolf token", "2. Ana: pass", "3. Ben: pass"]
    other = apply_tap(done.record, {"typed_play": "Ana: pass", "typed_play_index": "1"}, "edit|1")
    assert (other.typed_play, lines(other, plays=True)) == (
        "Ben: pass",
        ["1. Ana: attack with wolf token", "2. Ana: pass"],
    )


def test_tap_play_without_player_belongs_to_player_who_can_act() -> None:
    done = after("take", typed_play="attack with wolf token#1", text=START.replace(" (exp)", ""))
    sheet = build_sheet(write(done.record), "epic")
    assert [(play["actor"], play["state"]) for play in sheet.plays] == [("Ana", "legal")]
    assert after("edit|0", text=write(done.record)).typed_play == "attack with wolf token#1"


def test_tap_line_that_is_no_play_stays_in_field() -> None:
    for message in ("Branch claimed", "Deck Ben: 3 Kong"):
        done = after("take", typed_play=message)
        assert (done.typed_play, done.record.plays, done.is_complete) == (message, (), False)


def test_unknown_card_after_card_is_separate_entry() -> None:
    assert entries(GAMES["epic"].cards, "Rage, ?, Kong") == [Entry("Rage"), Entry("?"), Entry("Kong")]
