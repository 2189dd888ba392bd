"""Boards for several viewers equal the boards for each of them."""

from pathlib import Path

import pytest

from rules.games import game_for_record
from rules.judge.board import JUDGE, PUBLIC, BoardCache, all_to_json
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from tests.conftest import ROOT

RECORDS = sorted(ROOT.joinpath("fixtures/records").glob("*.rec"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_boards_of_several_viewers_equal_those_of_each(path: Path):
    record = parse(path.read_text(encoding="utf-8"))
    played = replay(game_for_record(record), record)
    viewers = (JUDGE, PUBLIC, *range(len(record.players)))
    cache = BoardCache()
    for index in range(len(played.steps) + 1):
        seen = played.boards(index, viewers, cache)
        assert seen == tuple(played.board(index, viewer) for viewer in viewers)
        assert all_to_json(seen, cache) == tuple(played.board(index, viewer).to_json() for viewer in viewers)
        for viewer, board in zip(viewers, seen, strict=True):
            known = [seat for seat, side in enumerate(board.sides) if side.hand.cards is not None]
            assert known == {JUDGE: [0, 1], PUBLIC: []}.get(viewer, [viewer]), (path, index, viewer)
