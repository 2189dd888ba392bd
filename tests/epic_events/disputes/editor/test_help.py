"""Help of the dispute editor: meanings, nearest plays, examples, games."""

import html
import re

import pytest

from epic_events.disputes.editor.result import TapResult
from epic_events.disputes.editor.sheet import build_sheet
from epic_events.disputes.editor.taps import apply_tap
from epic_events.disputes.initial_state import blank_record
from rules.games import GAMES, PlayableGame, game_for_record
from rules.judge.record import parse, write
from rules.judge.replay.replayer import replay
from rules.notation.position.form import Example
from tests.epic_events.disputes.editor.test_page import ADDRESS, tap
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.disputes.test_pages import replayed, signed_in
from tests.epic_events.factories import make_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
PLAYED = [game for game in GAMES.values() if isinstance(game, PlayableGame)]
TABLE = """\
Record: 1
Game: epic
Rules: RB-2017
Players: Ana, Ben
First: Ana

Position
Turn: Ana 5
Ana hand: Rage
Ana champion: Kong
Ana champion: Wolf Token
Ana champion: Wolf Token (expended)
Ben champion: Palace Guard

Plays
"""
EXAMPLES = [(game.slug, example) for game in PLAYED for example in game.positions.examples]


@pytest.mark.parametrize(("slug", "example"), EXAMPLES)
def test_help_example_is_parsed_and_legal(slug: str, example: Example) -> None:
    begun = parse(blank_record(slug, ["Anna", "Ben"]))
    headers = write(begun).partition("\nPosition\n")[0]
    lines = [line.format("Anna", "Ben") for line in example.position]
    turn = [] if any(line.startswith("Turn") for line in lines) else ["Turn: Anna 5"]
    record = parse("\n".join([headers, "", "Position", *turn, *lines, "", "Plays", example.play.format("Anna", "Ben")]))
    played = replay(game_for_record(record), record)
    assert (str(played.verdict), played.is_position) == ("legal", False)


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.slug)
def test_help_examples_of_every_game_use_player_names(game: PlayableGame) -> None:
    assert game.positions.examples
    page = tap(signed_in(judge()), blank_record(game.slug, ["Zoe", "Yan"]), "take")
    for example in game.positions.examples:
        assert f"<li>{html.escape(example.play.format('Zoe', 'Yan'))}</li>" in page


@pytest.mark.parametrize(
    ("play", "part", "meant"),
    [
        (
            "Ana: attack with wolf token",
            "wolf token",
            ["Ana: attack with Wolf Token#1", "Ana: attack with Wolf Token#2"],
        ),
        (
            "Ana: play Rage",
            "Rage",
            [
                "Ana: play Rage: give a target champion +4 offense and +4 defense and breakthrough until end of turn",
                "Ana: play Rage: draw 2 cards",
            ],
        ),
    ],
)
def test_play_with_two_meanings_offers_both(play: str, part: str, meant: list[str]) -> None:
    shown = build_sheet(f"{TABLE}{play}\n", "epic").plays[-1]
    assert (shown["state"], [words for words, wrong in shown["parts"] if wrong]) == ("unread", [part])
    assert [each.split("|")[2] for _words, each in shown["meanings"]] == meant
    for (_words, each), line in zip(shown["meanings"], meant, strict=True):
        done = apply_tap(parse(f"{TABLE}{play}\n"), {}, each)
        assert write(done.record).endswith(f"1. {line}\n")
        assert build_sheet(write(done.record), "epic").plays[-1]["state"] != "unread"
    page = tap(signed_in(judge()), f"{TABLE}{play}\n", "take")
    assert f"<mark>{part}</mark>" in page
    for words, _each in shown["meanings"]:
        assert f">{html.escape(words)}</button>" in page


def test_play_modes_are_offered_by_their_text() -> None:
    shown = build_sheet(f"{TABLE}Ana: play Rage\n", "epic").plays[-1]
    assert [words for words, _each in shown["meanings"]][1] == "Ana: play Rage: draw 2 cards"


def test_misspelt_play_offers_the_nearest_legal_one() -> None:
    shown = build_sheet(f"{TABLE}Ana: attack with Kng\n", "epic").plays[-1]
    assert shown["meanings"] == []
    assert shown["nearest"][0] == ("Ana: attack with Kong", "mean|0|Ana: attack with Kong")
    assert [words for words, wrong in shown["parts"] if wrong] == ["Kng"]


def test_typed_play_not_understood_offers_nearest_legal_one() -> None:
    desk = signed_in(judge())
    page = tap(desk, TABLE, "take", typed_play="attack with Kng")
    assert 'value="attack with Kng"' in page
    assert 'value="typed_play|Ana: attack with Kong"' in page
    taken = tap(desk, TABLE, "typed_play|Ana: attack with Kong", typed_play="attack with Kng")
    assert "1. Ana: attack with Kong\n" in taken
    assert 'value="attack with Kng"' not in taken


def test_play_after_illegal_play_offers_no_help() -> None:
    sheet = build_sheet(f"{TABLE}Ben: attack with Palace Guard\nAna: play Rage\n", "epic")
    assert [play["state"] for play in sheet.plays] == ["illegal", "after"]


def test_message_about_typed_play_mentions_no_key_or_column() -> None:
    page = tap(signed_in(judge()), TABLE, "take", typed_play="frobnicate everything")
    assert "is not understood" in page
    assert "<mark>frobnicate everything</mark>" in page
    for word in ("column", "Key: value", "numbered play"):
        assert word not in page


def test_new_dispute_starts_empty() -> None:
    for game in PLAYED:
        page = signed_in(judge()).get(ADDRESS, {"game": game.slug})
        sheet = page.context["sheet"]
        assert sheet.record.game == game.slug
        assert (sheet.plays, page.context["title"]) == ([], "")
        tiles = [place["tiles"] for player in sheet.players for zone in player["zones"] for place in zone["places"]]
        assert [tile["name"] for each in tiles for tile in each] == []


def test_editor_without_match_asks_for_player_names() -> None:
    desk = signed_in(judge())
    page = desk.get(ADDRESS).content.decode()
    assert re.search(r'name="name:0"\s+value="Player 1"', page)
    part = tap(desk, TABLE, "take", **{"name:0": "Zoe", "was:name:0": "Ana"})
    assert "Players: Zoe, Ben" in part
    event = make_event()
    actor = judge(event)
    dispute = replayed(actor, event)
    assert 'name="name:0"' in signed_in(actor).get(ADDRESS, {"dispute": dispute.slug}).content.decode()


def test_switch_game_with_content_asks_for_confirmation() -> None:
    desk = signed_in(judge())
    blank = blank_record("epic", ["Zoe", "Yan"])
    other = next(game for game in PLAYED if game.slug != "epic")
    switched = desk.post(ADDRESS, {"record": blank, "tap": f"game|{other.slug}"}).context["sheet"]
    assert (switched.record.game, switched.record.players) == (other.slug, ("Zoe", "Yan"))
    asked = desk.post(ADDRESS, {"record": LEGAL, "tap": f"game|{other.slug}"})
    assert asked.context["sheet"].text == LEGAL
    assert f'value="game|{other.slug}|yes"' in asked.content.decode()
    sure = desk.post(ADDRESS, {"record": LEGAL, "tap": f"game|{other.slug}|yes"}).context["sheet"]
    assert (sure.record.game, sure.record.plays) == (other.slug, ())


def test_switch_game_at_event_is_not_offered() -> None:
    event = make_event()
    desk = signed_in(judge(event))
    address = f"{ADDRESS}?event={event.slug}"
    assert 'value="game|' not in desk.get(address).content.decode()
    other = next(game for game in PLAYED if game.slug != event.game)
    assert desk.post(address, {"record": LEGAL, "tap": f"game|{other.slug}|yes"}).context["sheet"].text == LEGAL


def test_one_play_mode_is_toggled_without_data_loss() -> None:
    desk = signed_in(judge())
    on = tap(desk, LEGAL, "only|1", typed_play="")
    assert 'name="only" value="1"' in on
    off = tap(desk, LEGAL, "only|", only="1", **{"card:0:hand:0": "kong"})
    assert 'name="only"' not in off
    assert "Anna hand: Lash, ?, Kong" in off


def test_editor_explains_its_modes() -> None:
    page = signed_in(judge()).get(ADDRESS).content.decode()
    for word in ("Describe", "One play", "Record"):
        assert f"<b>{word}:</b>" in page


def test_tap_result_with_unparsed_text_is_incomplete() -> None:
    done = TapResult(parse(TABLE), typed_play="x")
    assert not done.is_complete
