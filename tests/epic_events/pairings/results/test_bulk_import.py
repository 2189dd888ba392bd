"""Bulk import of results: formats, preview, errors by line, all or nothing."""

import json
import re
from io import BytesIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.bulk_import.tables import TableError, decoded
from epic_events.events.models import Event, Registration
from epic_events.infra.errors import NotAllowedError, TooLargeError, UserError
from epic_events.infra.names import plain
from epic_events.infra.responses import as_csv, as_json
from epic_events.integrations.exports.views import find_table
from epic_events.pairings import services
from epic_events.pairings.methods.scores import DASH, Score
from epic_events.pairings.models import Match, ResultReport, Round
from epic_events.pairings.results.parsers import MAX_ROWS
from epic_events.pairings.results.services.bulk_entry import LinePreview, LinesError, preview_lines
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_running_event, make_staff, make_user
from tests.epic_events.pairings.play import entry_of, line, matches_of, published_round, running_event, users_at

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

Desk = tuple[Event, Round, User]
ReportedLine = tuple[int, str]


@pytest.fixture
def desk() -> Desk:
    event, organiser = running_event(8, stage={"best_of": 3})
    return event, published_round(event, organiser), organiser


def names(round_: Round) -> list[tuple[str, str]]:
    """Return the players of each table."""
    return [(entry_of(match, 1).name, entry_of(match, 2).name) for match in matches_of(round_)]


def describe(line: LinePreview) -> str:
    """Return the state of a row in one word and its message."""
    if line.left_out:
        return f"left out: {line.left_out}"
    if line.problem:
        return f"wrong: {plain(line.problem)}"
    return f"{'same' if line.same else 'changes' if line.current_result else 'enters'}: {plain(line.description)}"


def preview(desk: Desk, text: str, **more: Any) -> list[ReportedLine]:
    return [(one.number, describe(one)) for one in preview_lines(desk[2], desk[1], text, **more)]


def file_of(event: Event, name: str, user: object, kind: str = "csv") -> str:
    table = find_table(event, user, name)
    return "".join((as_csv if kind == "csv" else as_json)(table.columns, table.rows))


def test_preview_of_csv_describes_every_row(desk: Desk) -> None:
    (a, b), (c, d), (e, f), _last = names(desk[1])
    services.enter_lines(desk[2], desk[1], "2 20\n3 12")
    text = (
        "table,player 1,player 2,result\n"
        f"1,{a},{b},2-1\n"
        f"2,{c},{d},2-0\n"
        f"3,{e},{f},2-0\n"
        f"1,{c},{d},2-0\n"
        f"77,{a},{b},2-0\n"
        f",{a},Nemo,2-0\n"
        f",{a},{c},2-0\n"
        f"4,,,3-1\n"
        f"4,,,rubbish\n"
        f"4,,,\n"
        f"x,,,2-0\n"
    )
    stands = f"{f} won 2{DASH}1"
    assert preview(desk, text) == [
        (2, f"enters: {a} won 2{DASH}1"),
        (3, f"same: {c} won 2{DASH}0"),
        (4, f"wrong: Table 3 already has a result: {stands}. Enter a reason for the change."),
        (5, f"wrong: {a} and {b} play at table 1."),
        (6, "wrong: There is no match at table 77."),
        (7, "wrong: No player named “Nemo” plays in this round."),
        (8, f"wrong: {a} and {c} do not play each other in this round."),
        (9, "wrong: In a best-of-3 match, no player can win more games than 2."),
        (10, "wrong: “rubbish” is not a result. Enter the games won, such as 21 or 2-1, or d, id, c1, ns1, dl or aw1."),
        (11, "left out: without a result"),
        (12, "wrong: “x” is not a table number."),
    ]
    assert preview(desk, text, reason="misread")[2] == (4, f"changes: {e} won 2{DASH}0")
    assert ResultReport.objects.count() == 2
    with pytest.raises(LinesError):
        services.enter_lines(desk[2], desk[1], text)
    assert ResultReport.objects.count() == 2
    assert preview(desk, "table;result\n1;2-1\n1;2-0") == [
        (2, "wrong: Table 1 is listed more than once."),
        (3, "wrong: Table 1 is listed more than once."),
    ]


def test_exported_results_can_be_imported_again(desk: Desk) -> None:
    event, round_, organiser = desk
    services.enter_lines(organiser, round_, "1 21\n2 id\n3 dl\n4 ns2")
    before = [line(match) for match in matches_of(round_)]
    written = {kind: file_of(event, "results", organiser, kind) for kind in ("csv", "json")}
    for kind, text in written.items():
        found = preview_lines(organiser, round_, text)
        assert [(one.same, one.problem) for one in found] == [(True, "")] * 4, kind
    for match in matches_of(round_):
        services.undo_staff_entry(organiser, match, reason="all again")
    reports = ResultReport.objects.count()
    services.enter_lines(organiser, round_, written["csv"])
    assert [line(match) for match in matches_of(round_)] == before
    assert ResultReport.objects.count() == reports + 4
    assert Entry.objects.filter(verb="result.entered").count() == 8
    services.enter_lines(organiser, round_, written["json"])
    assert ResultReport.objects.count() == reports + 4


def test_event_file_is_imported_into_selected_round() -> None:
    event, organiser = running_event(5)
    first = published_round(event, organiser)
    services.enter_lines(organiser, first, "1 1\n2 2")
    services.finish_round(organiser, first)
    second = published_round(event, organiser)
    services.enter_lines(organiser, second, "1 2")
    text = file_of(event, "results", organiser)
    assert sorted(describe(one).partition(":")[0] for one in preview_lines(organiser, first, text)) == [
        "left out", "left out", "left out", "left out", "same", "same",
    ]  # fmt: skip
    assert sorted(describe(one) for one in preview_lines(organiser, second, text))[:5] == [
        "left out: a bye", "left out: from another round", *["left out: from another round"] * 2,
        "left out: without a result",
    ]  # fmt: skip
    other, _organiser = running_event(4)
    with pytest.raises(TableError, match="No row belongs to this round: Round 2"):
        preview_lines(organiser, second, "round,table,result\n1,1,2")
    assert other.registrations.count() == 4


def test_import_accepts_escaped_formula_names(desk: Desk) -> None:
    event, round_, organiser = desk
    for match, odd in zip(matches_of(round_), ("=SUM(A1)", "-Ada | Bo", '@"Cy", the 2nd', "\u202eevil"), strict=True):
        Registration.objects.filter(pk=entry_of(match, 1).pk).update(name=odd.replace("\u202e", ""))
    services.enter_lines(organiser, round_, "1 21\n2 20\n3 12\n4 21")
    text = file_of(event, "results", organiser)
    assert "'=SUM(A1)" in text
    assert [(one.same, one.problem) for one in preview_lines(organiser, round_, text)] == [(True, "")] * 4
    first, second = names(round_)[3]
    assert preview(desk, f"player1,player2,result\n\u202e{first},{second},2-1") == [(2, f"same: {first} won 2{DASH}1")]


def test_import_turns_score_of_reversed_players(desk: Desk) -> None:
    (a, b), (c, d), *_rest = names(desk[1])
    text = f"Player2;Player1;Score\n{a};{b};0-2\n{c};{d};c1"
    assert preview(desk, text) == [(2, f"enters: {a} won 2{DASH}0"), (3, f"enters: {c} won 2{DASH}0: {d} conceded")]
    services.enter_lines(desk[2], desk[1], text)
    assert [line(match)[0][2] for match in matches_of(desk[1])[:2]] == ["win", "win"]


def test_import_parses_melee_gg_csv(desk: Desk) -> None:
    (a, b), (c, d), (e, f), (g, h) = names(desk[1])
    last_first = ", ".join(reversed(d.split(" ", 1)))
    csv = (
        "RoundNumber,PhaseId,TableNumber,Team1Id,Team1,Player1NameLastFirst,Team1WinsAndByes,Team2Id,Team2,"
        "Player2NameLastFirst,Team2WinsAndByes,GameDraws,MatchesPublished,HasResult,ByeReason,AdminResultString,"
        "TimeExtensionMinutes\r\n"
        f"1,9,1,5,{a},x,2,6,{b},y,1,0,True,True,,,\r\n"
        f'1,9,2,7,nick,"{c}",1,8,nack,"{last_first}",1,1,True,True,,,\r\n'
        f"1,9,3,7,{f},x,0,8,{e},y,2,,True,True,,,\r\n"
        f"1,9,4,7,{g},x,0,8,{h},y,0,,True,False,,,\r\n"
        f"2,9,1,7,{a},x,0,8,{g},y,2,,True,True,,,\r\n"
        "1,9,,7,Free Rider,x,2,,,,0,,True,True,1,,\r\n"
    )
    assert preview(desk, "\N{BYTE ORDER MARK}" + csv) == [
        (2, f"enters: {a} won 2{DASH}1"),
        (3, f"enters: it was a draw, 1{DASH}1{DASH}1"),
        (4, f"enters: {e} won 2{DASH}0"),
        (5, "left out: without a result"),
        (6, "left out: from another round"),
        (7, "left out: a bye"),
    ]
    pairings = (
        "Table Number\tPlayer 1\tPlayer 1 Decklist\tPlayer 2\tPlayer 2 Decklist\tResult\n"
        f"1\t{a}\tWild\t{b}\tSage\t{b} won 2-1-0\n"
        f"2\t{c}\tWild\t{d}\tSage\t0-0-3 Draw\n"
        f"3\t{e}\tWild\t{f}\tSage\t{e} forfeited the match\n"
        f"4\t{g}\tWild\t{h}\tSage\tNot reported\n"
        "\tFree Rider\tWild\t\t\tFree Rider was awarded a bye\n"
    )
    assert preview(desk, pairings) == [
        (2, f"enters: {b} won 2{DASH}1"),
        (3, f"enters: it was a draw, 0{DASH}0{DASH}3"),
        (4, f"enters: {f} won 2{DASH}0: {e} conceded"),
        (5, "left out: without a result"),
        (6, "left out: a bye"),
    ]
    assert preview(desk, f"table,player1,player2,result\n1,{a},{b},{c} won 2-0-0") == [
        (2, f"wrong: The result names “{c}”, who is not a player in this row.")
    ]
    assert preview(desk, f"table,player1,player2,result\n1,{a},{b},{a} won 1-1-0") == [
        (2, f"wrong: “{a} won 1-1-0” is not a result.")
    ]


def test_import_parses_json_of_melee_gg_and_tabletop_to(desk: Desk) -> None:
    (a, b), (c, d), (e, f), (g, h) = names(desk[1])

    def side(name: str, wins: int | None) -> dict[str, Any]:
        return {"Team": {"Players": [{"DisplayName": name, "Username": "nick"}]}, "GameWins": wins, "GameByes": 0}

    melee = {
        "recordsTotal": 2,
        "data": [
            {"TableNumber": 1, "RoundNumber": 1, "HasResult": True, "ResultString": f"{a} won 2-1-0",
             "ByeReasonDescription": None, "Competitors": [side(a, 2), side(b, 1)]},
            {"TableNumber": 2, "RoundNumber": 1, "HasResult": True, "ResultString": "1-1-1 Draw",
             "ByeReasonDescription": None, "Competitors": [side(c, 1), side(d, 1)]},
            {"TableNumber": 3, "RoundNumber": 1, "HasResult": False, "ResultString": "Not reported",
             "Competitors": [side(e, None), side(f, None)]},
        ],
    }  # fmt: skip
    assert preview(desk, json.dumps(melee)) == [
        (1, f"enters: {a} won 2{DASH}1"),
        (2, f"enters: it was a draw, 1{DASH}1{DASH}1"),
        (3, "left out: without a result"),
    ]
    tabletop = {
        "tournament": {
            "name": "A day",
            "players": [{"name": a}],
            "rounds": [
                {"round-type": "swiss", "round-number": 1, "matches": [
                    {"player1": b, "player1points": 2, "player2": a, "player2points": 0, "result": "win"},
                    {"player1": g, "player1points": 100, "player2": h, "player2points": 48, "result": "win"},
                    {"player1": "Free Rider", "player1points": 2, "player2": None, "result": "bye"},
                ]},
                {"round-type": "elimination", "round-number": 1, "matches": [
                    {"player1": a, "player1points": 2, "player2": c, "player2points": 0, "result": "win"}]},
            ],
        }
    }  # fmt: skip
    assert preview(desk, json.dumps(tabletop)) == [
        (1, f"enters: {b} won 2{DASH}0"),
        (2, "wrong: “100” is not a number of games."),
        (3, "left out: a bye"),
        (4, "left out: from another round"),
    ]
    for text, words in (
        ("{", "not valid JSON"),
        ("[" * 20_000, "not valid JSON"),
        ("[]", "No matches found"),
        ('{"data": 3}', "No matches found"),
        ('{"tournament": {"rounds": [1, {"matches": 7}]}}', "No matches found"),
        ('[{"Competitors": [1], "TableNumber": 1}]', None),
    ):
        if words is None:
            assert preview(desk, text) == [(1, "left out: without a result")]
            continue
        with pytest.raises(TableError, match=words):
            preview_lines(desk[2], desk[1], text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "Rank,Name,Points\n1,Ada,9\n2,Bo,6",
            "Its first line is “Rank,Name,Points”. The column",
        ),
        ("table,points\n1,9", "The column result is missing. Known columns: table, player1name"),
        ("player1,result\nAda,2-0", "The column table is missing|The column player2name is missing"),
        ("Table,table,result\n1,1,2-0", "Two columns are called “Table”"),
        ("table,result\n", "The table has no rows"),
        ('table,result\n1,"2-0', "line 2: unexpected end of data"),
        ("table,result\n" + "1,2-0\n" * (MAX_ROWS + 1), f"more than {MAX_ROWS} rows"),
    ],
)
def test_import_of_invalid_table_raises_reason(desk: Desk, text: str, words: str) -> None:
    with pytest.raises(TableError, match=words):
        preview_lines(desk[2], desk[1], text)


def test_import_ignores_case_separators_and_line_endings(desk: Desk) -> None:
    wanted = [(2, f"enters: {names(desk[1])[0][0]} won 2{DASH}1")]
    for text in (
        "table,result\n1,2-1\n",
        "\N{BYTE ORDER MARK}Table;Result\r\n1;2-1\r\n;\r\n",
        "TABLE\tRESULT\r1\t2-1",
        'result, "table"\n"2-1", "1"',
        "Tisch;Ergebnis;Bemerkung\n1;2-1;knapp",
        "tableNumber,player_1_games,player_2_games,x\n1,2,1,",
        "table,result\n1,2\N{EN DASH}1",
    ):
        assert preview(desk, text) == wanted, text
    assert preview(desk, "sep=;\ntable;result\n1;2-1") == [(3, wanted[0][1])]
    [(_line, words)] = preview(desk, "table,result\n1,2-1,7")
    assert words.startswith("wrong: This row has more cells")
    [(_line, words)] = preview(desk, "table,result\n1,2-1 x2")
    assert words.startswith("wrong: Result cells can contain only results")


def test_import_rejects_binary_file() -> None:
    assert decoded("\N{BYTE ORDER MARK}Zoë".encode(), 10) == "Zoë"
    assert decoded("Zoë".encode("utf-16"), 10) == "Zoë"
    assert decoded("table,result\nZoë".encode("latin-1"), 100) == "table,result\nZoë"
    assert decoded("table,result\nZoë".encode("utf-16-le"), 100) == "table,result\nZoë"
    with pytest.raises(UserError, match="not a text file"):
        decoded(b"a\0b", 10)
    with pytest.raises(TooLargeError, match="has 11 bytes"):
        decoded(b"x" * 11, 10)


def post_import(desk: Desk, **data: Any) -> Any:
    client = Client()
    client.force_login(desk[2])
    return client.post(reverse("pairings:entry_block", args=[desk[0].slug]), {"round": desk[1].pk, **data}, follow=True)


def test_import_previews_file_then_enters_it(desk: Desk) -> None:
    upload = BytesIO(b"table;result\n1;2-1\n2;id\n3;\n")
    upload.name = "results.csv"
    page = re.sub(r"\s+", " ", post_import(desk, file=upload).content.decode())
    assert "Save these 2 results" in page
    assert "Skipped: 1 without a result" in page
    assert "table;result 1;2-1 2;id 3; </textarea>" in page
    assert not ResultReport.objects.exists()
    answer = post_import(desk, text="table;result\n1;2-1\n2;id\n3;\n", save="all")
    assert "2 results were entered." in answer.content.decode()
    assert answer.redirect_chain[-1][0] == reverse("pairings:entry", args=[desk[0].slug])
    assert "Nothing changed" in post_import(desk, text="table;result\n1;2-1", save="all").content.decode()
    bad = BytesIO(b"table;result\n1;a\0b")
    bad.name = "results.csv"
    refused = post_import(desk, file=bad)
    assert refused.status_code == 400
    assert "This is not a text file" in refused.content.decode()


def test_import_corrects_finished_round_and_keeps_reports() -> None:
    event, organiser = running_event(4)
    first = published_round(event, organiser)
    services.enter_lines(organiser, first, "1 1\n2 2")
    services.finish_round(organiser, first)
    published_round(event, organiser)
    a, b = names(first)[0]
    text = f"player1,player2,result\n{b},{a},1-0"
    page = post_import((event, first, organiser), text=text).content.decode()
    assert "Enter a reason for the change" in page
    answer = post_import((event, first, organiser), text=text, reason="wrong slip", save="all")
    assert answer.redirect_chain[-1][0] == reverse("pairings:round", args=[event.slug, 1])
    match = matches_of(first)[0]
    assert [(one.values["game_wins"], one.reason) for one in match.reports.order_by("pk")] == [
        ([1, 0], ""), ([0, 1], "wrong slip"),
    ]  # fmt: skip
    corrected = Entry.objects.get(verb="result.corrected")
    assert (corrected.reason, corrected.data["before"]["game_wins"]) == ("wrong slip", [1, 0])


def test_import_by_player_is_forbidden(desk: Desk) -> None:
    with pytest.raises(NotAllowedError):
        services.enter_lines(users_at(matches_of(desk[1])[0])[0], desk[1], "table,result\n1,2-0")
    client = Client()
    client.force_login(make_user())
    assert client.get(reverse("pairings:entry_block", args=[desk[0].slug])).status_code == 403
    client.force_login(make_staff(desk[0], "judge"))
    page = client.get(reverse("pairings:entry_block", args=[desk[0].slug]))
    assert (page.status_code, "player1name" in page.content.decode()) == (200, True)


def test_import_query_count_is_independent_of_rows() -> None:
    def asked(tables: int) -> tuple[int, int]:
        organiser = make_user()
        event = make_running_event(2 * tables, organiser=organiser, stage={"best_of": 3, "rounds": 3})
        round_ = published_round(event, organiser)
        text = "player1,player2,result\n" + "\n".join(f"{one},{two},2-1" for one, two in names(round_))
        look = queries_of(lambda: preview_lines(organiser, round_, text))
        return look, queries_of(lambda: services.enter_lines(organiser, round_, text))

    assert asked(4) == asked(60)


def test_import_suggests_similar_names(desk: Desk) -> None:
    a, b = names(desk[1])[0]
    slip = a[:-1] + ("x" if a[-1] != "x" else "y")
    [(_line, words)] = preview(desk, f"player1,player2,result\n{slip},{b},2-0")
    assert words.startswith(f"wrong: No player named “{slip}” plays in this round.")


def test_import_command_enters_results(desk: Desk, tmp_path: Any, capsys: Any) -> None:
    file = tmp_path / "results.csv"
    file.write_text("table,result\n1,2-1\n2,\n", encoding="utf-8")
    first = names(desk[1])[0][0]
    call_command("event_results", desk[0].slug, "--look", f"--file={file}")
    assert capsys.readouterr().out.splitlines() == [
        f"    2  {first} won 2{DASH}1", "    3  left out: without a result",
    ]  # fmt: skip
    assert not ResultReport.objects.exists()
    call_command("event_results", desk[0].slug, f"--file={file}")
    assert capsys.readouterr().out.splitlines()[0] == "1 results were entered"
    assert Match.objects.get(pk=matches_of(desk[1])[0].pk).status == "confirmed"
    assert preview_lines(None, desk[1], "1 21")[0].row is not None
    assert Score(2, 1) == preview_lines(None, desk[1], "1 21")[0].entry.score  # type: ignore[union-attr]
