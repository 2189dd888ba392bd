"""Scores as people write them: in lines, in tables, with names."""

import pytest

from epic_events.infra.errors import UserError
from epic_events.pairings.methods.scores import Kind
from epic_events.pairings.results.entry_lines import parse_line, parse_named_line
from epic_events.pairings.results.parsers import parse_rows

GAMES = {
    (2, 1, 0): [
        "2-1",
        "2:1",
        "2 : 1",
        "2 - 1",
        "2\N{EM DASH}1",
        "2\N{EN DASH}1",
        "2\N{HYPHEN}1",
        "2\N{FIGURE DASH}1",
        "2\N{MINUS SIGN}1",
        "\uff12\uff1a\uff11",
        "2 to 1",
        "2 zu 1",
        "2 1",
        "2/1",
        "(2-1)",
        "2-1-0",
    ],
    (1, 1, 1): ["1:1:1", "1-1-1", "draw", "Tie", "Remis", "\xbd-\xbd", "0.5-0.5", "1/2-1/2", "="],
    (2, 0, 0): ["W", "win", "W/L", "Sieg"],
    (0, 2, 0): ["0:2", "L", "Loss", "L-W", "verloren"],
}
BEST_OF_THREE = {written: games for games, each in GAMES.items() for written in each}


@pytest.mark.parametrize("written", BEST_OF_THREE)
def test_line_with_a_score_as_people_write_it(written: str) -> None:
    assert parse_line(f"12 {written}", 3).score.games == BEST_OF_THREE[written]


@pytest.mark.parametrize(
    "start", ["12 ", "12: ", "12. ", "12) ", "#12 ", "Table 12: ", "Tisch 12 ", "T12 ", "\uff11\uff12 "]
)
def test_line_with_a_table_number_as_people_write_it(start: str) -> None:
    line = parse_line(f"{start}2:1 x2", 3)
    assert (line.table, line.score.games, line.drops) == (12, (2, 1, 0), (2,))


@pytest.mark.parametrize(
    "cell",
    [
        "2-1",
        "2:1",
        "2 \N{EM DASH} 1",
        "Ana 2-1 Ben",
        "Ben 1-2 Ana",
        "Ana won 2-1",
        "Ana wins 2:1",
        "Ana 2-1",
        "2-1 Ana",
    ],
)
def test_result_cell_as_people_write_it(cell: str) -> None:
    rows = parse_rows(f"player1;player2;result\nAna;Ben;{cell}\n", 3)
    assert rows is not None
    assert [(row.problem, row.score and row.score.games) for row in rows] == [("", (2, 1, 0))]


@pytest.mark.parametrize(
    ("table", "games"),
    [
        ("player1,player2,winner\nAna,Ben,Ana\n", (2, 0, 0)),
        ("player1,player2,winner\nAna,Ben,ben\n", (0, 2, 0)),
        ("player1,player2,winner\nAna,Ben,2\n", (0, 2, 0)),
        ("player1,player2,winner\nAna,Ben,Player 1\n", (2, 0, 0)),
        ("player1,player2,winner\nAna,Ben,draw\n", (1, 1, 1)),
        ("Player 1;Player 2;Sieger;Ergebnis\nAna;Ben;Ben;1:2\n", (1, 2, 0)),
        ("player1,player2,W/L\nAna,Ben,W\n", (2, 0, 0)),
        ("player1,player1 result,player2,player2 result\nAna,L,Ben,W\n", (0, 2, 0)),
        ("Player A,Player B,Score A,Score B\nAna,Ben,2,1\n", (2, 1, 0)),
        ("winner,loser,score\nAna,Ben,2-1\n", (2, 1, 0)),
        ("winner,loser\nAna,Ben\n", (2, 0, 0)),
        ("Home;Away;Score\nAna;Ben;1:2\n", (1, 2, 0)),
    ],
)
def test_table_says_who_won_in_its_own_way(table: str, games: tuple[int, int, int]) -> None:
    rows = parse_rows(table, 3)
    assert rows is not None
    assert [(row.problem, row.players, row.score and row.score.games) for row in rows] == [
        ("", (("Ana",), ("Ben",)), games)
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Ana Ruiz 2-1 Ben Otto", "Ana Ruiz 2:1 Ben Otto", "Ana Ruiz vs. Ben Otto 2-1", "Ana Ruiz - Ben Otto: 2-1",
        "Ana Ruiz beat Ben Otto 2-1", "Ana Ruiz def. Ben Otto 2-1", "Ana Ruiz beats Ben Otto 1-2",
        "Table 4: Ana Ruiz 2\N{EM DASH}1 Ben Otto", "Ana Ruiz (2) - (1) Ben Otto",
        "Ana Ruiz (2) - Ben Otto (1)", "Ana Ruiz 2, Ben Otto 1", "Ana Ruiz: 2 Ben Otto: 1", "Ana Ruiz d. Ben Otto 2-1",
        "Ana Ruiz gewinnt gegen Ben Otto 2:1",
    ],
)  # fmt: skip
def test_line_with_names_instead_of_a_table(line: str) -> None:
    first, second, score = parse_named_line(line, 3)
    assert (first, second, score.games) == ("Ana Ruiz", "Ben Otto", (2, 1, 0))


@pytest.mark.parametrize(
    ("line", "games"),
    [
        ("Ana lost to Ben 0-2", (0, 2, 0)),
        ("Ana drew with Ben", (1, 1, 1)),
        ("Ana beat Ben", (2, 0, 0)),
        ("Ana vs. Ben: draw", (1, 1, 1)),
    ],
)
def test_line_with_a_verb(line: str, games: tuple[int, int, int]) -> None:
    first, second, score = parse_named_line(line, 3)
    assert (first, second, score.games, score.kind) == ("Ana", "Ben", games, Kind.PLAYED)


@pytest.mark.parametrize("line", ["Ana", "Ana and Ben", "2-1", "Ana 2-1", ""])
def test_line_without_two_names_and_a_result_is_refused(line: str) -> None:
    with pytest.raises(UserError):
        parse_named_line(line, 3)


@pytest.mark.parametrize(
    ("written", "kind"),
    [("double loss", Kind.DOUBLE_LOSS), ("Intentional Draw", Kind.AGREED_DRAW), ("no-show", Kind.NO_SHOW)],
)
def test_line_with_a_result_in_words(written: str, kind: Kind) -> None:
    assert parse_line(f"12 {written}", 3).score.kind is kind
