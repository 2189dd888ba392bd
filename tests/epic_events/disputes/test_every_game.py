"""Disputes code is independent of the game."""

import ast
import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from epic_events.disputes.initial_state import sample_record
from epic_events.disputes.records import read_record
from epic_events.disputes.replays import verdicts
from epic_events.disputes.replays.layout import layout_board
from rules.games import GAMES, PlayableGame, game_for_record
from rules.judge.board import JUDGE, Board, Piece, PlayerBoard
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from tests.conftest import ROOT

PLAYED = [game for game in GAMES.values() if isinstance(game, PlayableGame)]
OF_EVERY_GAME = {"actions", "hand", "deck", "discard", "turn", "phase", "cards", "yes", "no", "damage", "used"}
"""What boards and records of every game have, and words that mean something else on a page as well."""
PYTHON = sorted(file for file in (ROOT / "epic_events" / "disputes").rglob("*.py") if "migrations" not in file.parts)
TEMPLATES = sorted((ROOT / "templates" / "disputes").rglob("*.*"))


def terms_of(game: PlayableGame) -> set[str]:
    """Return the name of a game and of its zones."""
    drawing, form = game.layout, game.positions
    output = {drawing.main_total, drawing.coin, *drawing.size, drawing.damage, *drawing.tile_styles, drawing.attacking}
    output |= {drawing.blocking, drawing.marker, *(zone.name for zone in form.zones)}
    output |= {moment.name.casefold() for moment in form.moments} | {number.name for number in form.numbers}
    return {game.slug, game.name.casefold(), *output} - OF_EVERY_GAME - {""}


def texts_of_module(file: Path) -> Iterator[str]:
    """Yield the texts of a module without docstrings and board field names."""
    fields = {field.name for shape in (Board, PlayerBoard, Piece) for field in dataclasses.fields(shape)}
    tree = ast.parse(file.read_text(encoding="utf-8"))
    explained = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explained:
            yield from () if node.value in fields else (node.value,)


def texts_of_template(file: Path) -> Iterator[str]:
    """Yield the visible text of a template line by line."""
    for line in file.read_text(encoding="utf-8").splitlines():
        quoted = " ".join(re.findall(r'{%[^%]*?"([^"]*)"[^%]*?%}', line))
        yield re.sub(r"{[{%].*?[%}]}|<[^>]*>|<\w.*|[\w-]+=\"[^\"]*\"", " ", line) + " " + quoted


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.slug)
def test_disputes_code_and_templates_name_no_game_or_zone(game: PlayableGame) -> None:
    found = re.compile(rf"\b({'|'.join(re.escape(word) for word in sorted(terms_of(game)))})\b", re.IGNORECASE)
    message = [(file.name, text) for file in PYTHON for text in texts_of_module(file)]
    message += [(file.name, text) for file in TEMPLATES for text in texts_of_template(file)]
    assert [(name, text) for name, text in message if found.search(text)] == []


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.slug)
def test_sample_record_of_every_game_is_legal(game: PlayableGame) -> None:
    sample = sample_record(game.slug)
    assert read_record(sample, game.slug) == (game.slug, game.usual_version)
    assert verdicts.judge(parse(sample, game=game.slug)).verdict == "legal"


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.slug)
def test_board_outline_marks_acting_player_in_terms_of_game(game: PlayableGame) -> None:
    record = parse(sample_record(game.slug))
    board = replay(game_for_record(record), record).board(0, JUDGE).to_json()
    assert board["initiative"] == "Anna"
    marks = {"epic": " (initiative)", "champions": ""}
    assert f"\nAnna{marks[game.slug]}: " in layout_board(game.slug, board)["outline"]
