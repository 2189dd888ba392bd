"""Registry of games, and a game without an engine."""

import copy
import json
import pickle

import pytest

import rules
from rules.__main__ import main
from rules.games import GAMES, Game, NoEngineError, PlayableGame, require_engine
from rules.judge.record.errors import RecordError
from rules.judge.setup.interpretations import parse_options
from tests.made_up_game import PEBBLES_GAME

RECORD = "Record: 1\nGame: pebbles\nRules: PB-1\nPlayers: Anna, Ben\nFirst: Anna\nAnna: throw\n"
NO_ENGINE = (
    "Disputes in Pebbles cannot be replayed because there is no engine for this game. Its rules, cards and deck "
    "checks are available."
)


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch):
    monkeypatch.setitem(GAMES, "pebbles", PEBBLES_GAME)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_game_versions_are_consistent(game: Game):
    assert game.versions
    assert game.usual_version in game.versions
    assert {book.version for book in game.rulebooks.values() if not book.procedure} <= set(game.versions)
    assert {book.game for book in game.rulebooks.values()} <= {game.slug}


@pytest.mark.parametrize("game", [game for game in GAMES.values() if isinstance(game, PlayableGame)])
def test_playable_game_has_versions_of_engine(game: PlayableGame):
    assert tuple(game.versions) == tuple(game.engine.versions)
    assert require_engine(game) is game
    assert game.is_playable


def test_game_copied_is_the_same_object():
    assert copy.deepcopy(PEBBLES_GAME) is PEBBLES_GAME
    assert pickle.loads(pickle.dumps(GAMES["epic"])) is GAMES["epic"]


def test_game_without_engine_raises_if_one_is_needed():
    assert not PEBBLES_GAME.is_playable
    with pytest.raises(NoEngineError) as caught:
        require_engine(PEBBLES_GAME)
    assert str(caught.value) == NO_ENGINE
    with pytest.raises(NoEngineError):
        rules.game([None, None], slug="pebbles")


@pytest.mark.parametrize("call", [rules.replay, rules.position])
def test_record_of_game_without_engine_raises_at_game_line(call):
    with pytest.raises(RecordError) as caught:
        call(RECORD)
    (problem,) = caught.value.problems
    assert (problem.line, problem.column, problem.message) == (2, 1, NO_ENGINE)


@pytest.mark.parametrize("words", [["replay"], ["legal"], ["explain", "--line", "6"]])
def test_commands_for_game_without_engine_exit_with_2(words, tmp_path, capsys):
    path = tmp_path / "play.txt"
    path.write_text(RECORD)
    assert main([words[0], str(path), *words[1:]]) == 2
    assert NO_ENGINE in capsys.readouterr().err


def test_play_command_without_engine_exits_with_2(tmp_path, capsys):
    path = tmp_path / "deck.txt"
    path.write_text("3 Grey Stone\n")
    assert main(["play", "--game", "pebbles", "--decks", str(path), str(path)]) == 2
    assert capsys.readouterr().err == f"{NO_ENGINE}\n"


def test_deck_and_card_commands_work_without_engine(tmp_path, capsys):
    path = tmp_path / "deck.txt"
    path.write_text("2 Grey Stone\n1 Sand\n")
    assert main(["deck", "check", str(path), "--game", "pebbles", "--format", "heap", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["legal"] is True
    assert main(["card", "grey stone", "--game", "pebbles", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["weight"] == 4
    assert main(["cards", "w>=4", "--game", "pebbles"]) == 0
    assert capsys.readouterr().out.endswith("2 cards\n")


@pytest.mark.parametrize("slug", GAMES)
def test_search_command_searches_every_document_of_game(slug, capsys):
    game = GAMES[slug]
    word = next(term.name for book in game.rulebooks.values() for term in book.glossary)
    assert main(["search", word, "--game", slug, "--limit", "3", "--json"]) == 0
    hits = json.loads(capsys.readouterr().out)
    assert {hit["rulebook"] for hit in hits} <= set(game.rulebooks)
    assert main(["search", word, "--game", slug]) == 0
    shown = capsys.readouterr().out
    assert [book.title for book in game.rulebooks.values() if f"({book.slug})\n" not in shown] == []


def test_parse_options_accepts_ids_of_game():
    points = PEBBLES_GAME.interpretations
    assert parse_options(points, "PB-1", "pb 1 = a throw") == ((("PB-01", 1),), ())
    assert parse_options(points, "PB-1", "I-40=2")[1] == ("'I-40=2' chooses nothing: write `Interpretations: PB-01=2`",)
    assert parse_options({}, "PB-1", "I-40=2")[1] == ("this game has no interpretations to choose from",)
