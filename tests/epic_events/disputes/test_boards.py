"""Board rendering of a replay."""

from typing import Any

from epic_events.disputes.initial_state import sample_record
from epic_events.disputes.replays.layout import layout_board
from rules.games import EPIC, GAMES, require_engine
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from tests.epic_events.disputes.records import LEGAL

PLAYED = replay(EPIC, parse(LEGAL))
BOARDS = [[PLAYED.board(step, viewer).to_json() for viewer in (PUBLIC, JUDGE)] for step in range(5)]


def render_board(step: int, *, full: bool = False) -> dict[str, Any]:
    before = BOARDS[step - 1][full] if step else None
    return layout_board("epic", BOARDS[step][full], before)


def test_board_first_player_is_below() -> None:
    board = render_board(0)
    assert [side["player"] for side in board["above"] + board["below"]] == ["Ben", "Anna"]
    assert board["battle"] is None


def test_board_battle_groups_face_each_other() -> None:
    alone = render_board(1)["battle"]
    assert (alone["above"], alone["from_above"]) == ([], False)
    assert alone["words"] == "Anna attacks with offense 10 · no blocker"
    met = render_board(4)["battle"]
    assert [group["player"] for group in met["above"] + met["below"]] == ["Ben", "Anna"]
    assert met["words"] == "Ben blocks with offense 6, defense 8 left · Anna attacks with offense 10"
    assert met["from_above"] is False
    assert render_board(4)["above"][0]["back"] == []


def highlighted_cards(board: dict[str, Any]) -> list[str]:
    """Return the names of highlighted cards."""
    pieces = [piece for side in (*board["above"], *board["below"]) for piece in side["back"] + side["forward"]]
    return [piece["name"] for piece in pieces if "is-changed" in piece["classes"].split()]


def test_board_highlights_only_changed_cards() -> None:
    assert [highlighted_cards(render_board(step)) for step in range(5)] == [
        [],
        ["Triceratops"],
        [],
        [],
        ["Palace Guard"],
    ]


def test_board_outline_describes_zones_and_hides_hands_from_public() -> None:
    public, full = render_board(0)["outline"], render_board(0, full=True)["outline"]
    assert public.splitlines()[0] == "Turn 5, Anna. Main Phase. Anna makes a play or passes"
    assert "Anna (initiative): health 21, gold 1" in public
    assert "  Triceratops 10/10 (prepared, breakthrough)" in public
    assert "  Hand 2\n" in public
    assert "Lash" not in public
    assert "  Hand 2: ?, Lash" in full


def test_board_outline_describes_battle_and_eliminated_player() -> None:
    board = render_board(4)
    assert board["outline"].endswith(f"\n\n{board['battle']['words']}")
    assert board["battle"]["words"] not in render_board(0)["outline"]
    gone = {**BOARDS[0][0], "sides": [{**side, "out": side["player"] == "Ben"} for side in BOARDS[0][0]["sides"]]}
    message = [line for line in layout_board("epic", gone)["outline"].splitlines() if line.startswith(("Anna", "Ben"))]
    assert [line.endswith(", out") for line in message] == [False, True]


def test_board_lanes_of_opposite_player_are_reversed() -> None:
    game = GAMES["champions"]
    played = require_engine(game).with_set(next(iter(game.card_sets)))
    text = sample_record("champions").partition("Plays\n")[0] + "Plays\nAnna: concede\n"
    stored = replay(played, parse(text)).board(0, PUBLIC).to_json()
    board = layout_board("champions", stored)
    for side in (*board["above"], *board["below"]):
        assert [[piece["column"] for piece in row] for row in side["rows"]] == [[1, 2, 3, 4]]
    above = [piece["lane"] for piece in board["above"][0]["rows"][0]]
    assert (above, board["battle"]) == ([4, 3, 2, 1], None)
