"""Finished events in the files of other programs and in the dialects of tables."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from epic_events.infra.errors import UserError
from epic_events.infra.responses import as_csv
from epic_events.integrations.exports.views import find_table
from epic_events.pairings import services
from epic_events.pairings.cut.selectors import compute_final_standings, cut_placings
from epic_events.pairings.imports.event_files import read_event_file
from epic_events.pairings.imports.parsers import FileError
from epic_events.pairings.methods.tie_breaks.chain import parse_chain, preset_of
from epic_events.pairings.models import Match
from epic_events.pairings.standings import ranking
from tests.epic_events.factories import make_staff
from tests.epic_events.pairings.play import cut, played_round, running_event, swiss

HEAD = "stage,round,row,player1,player2,p1_game_wins,p2_game_wins,games_drawn,is_bye"
ROWS = "swiss,1,1,Ana,Ben,2,1,0,0\nswiss,1,2,Cy,,2,0,0,1\nswiss,2,1,Cy,Ana,0,0,1,0\n"
Matches = list[tuple[str, int, str, str, int, int, int, str]]


def matches(text: str) -> Matches:
    return [
        (row.stage, row.round, row.first, row.second, row.first_wins, row.second_wins, row.drawn, row.kind.value)
        for row in read_event_file(text).rows
    ]


RIGHT: Matches = [
    ("swiss", 1, "Ana", "Ben", 2, 1, 0, "played"),
    ("swiss", 1, "Cy", "", 0, 0, 0, "played"),
    ("swiss", 2, "Cy", "Ana", 0, 0, 1, "played"),
]
TABLES = {
    "own titles": f"{HEAD}\n{ROWS}",
    "semicolons": f"{HEAD}\n{ROWS}".replace(",", ";"),
    "tabs": f"{HEAD}\n{ROWS}".replace(",", "\t"),
    "capitals": f"{HEAD.upper()}\n{ROWS}",
    "blanks": f"{HEAD.replace(',', ', ')}\n{ROWS.replace(',', ', ')}",
    "sep": f"sep=,\n{HEAD}\n{ROWS}",
    "true and false": f"{HEAD}\n{ROWS}".replace(",0\n", ",FALSE\n").replace("2,0,0,1\n", "2,0,0,TRUE\n"),
    "the word bye": f"{HEAD}\n{ROWS}".replace("Cy,,2,0,0,1", "Cy,BYE,2,0,0,1"),
    "the word bye alone": f"{HEAD}\n{ROWS}".replace("Cy,,2,0,0,1", "Cy,*** BYE ***,2,0,0,").replace(",0\n", ",\n"),
    "no column for byes": f"{HEAD}\n{ROWS}".replace(",is_bye", "")
    .replace(",0\n", "\n")
    .replace("2,0,0,1\n", "2,0,0\n"),
    "no stage": "round,player1,player2,score\n1,Ana,Ben,2:1\n1,Cy,bye,\n2,Cy,Ana,0-0-1\n",
    "German": "Runde;Spieler 1;Spieler 2;Ergebnis\n1;Ana;Ben;2:1\n1;Cy;Freilos;\n2;Cy;Ana;0:0:1\n",
    "both sides": "round,player,opponent,score\n1,Ana,Ben,2:1\n1,Ben,Ana,1:2\n1,Cy,-,\n"
    "2,Cy,Ana,0-0-1\n2,Ana,Cy,0-0-1\n",
    "names folded": f"{HEAD}\n{ROWS}".replace("2,1,Cy,Ana", "2,1, cy ,ANA"),
    "surname first": f"{HEAD}\n{ROWS}".replace("Ana", "Ana Ruiz").replace("Cy,Ana Ruiz", 'Cy,"Ruiz, Ana"'),
    "addresses": f"{HEAD}\n{ROWS}".replace("Cy,,", "Cy <cy@x.example>,,"),
    "melee.gg": "RoundNumber,TableNumber,Team1,Team2,Team1Wins,Team2Wins,GameDraws,ByeReason,HasResult\n"
    "1,1,Ana,Ben,2,1,0,,True\n1,,Cy,,,,,Bye,True\n2,1,Cy,Ana,0,0,1,,True\n",
}


@pytest.mark.parametrize("kind", TABLES)
def test_table_of_any_dialect_has_the_same_matches(kind: str) -> None:
    right = [tuple("Ana Ruiz" if cell == "Ana" and kind == "surname first" else cell for cell in row) for row in RIGHT]
    assert matches(TABLES[kind]) == right


def test_names_are_folded_as_at_registration() -> None:
    text = f"{HEAD}\nswiss,1,1,Ana Ruiz,Ben Otto,1,0,0,0\nswiss,1,2,Zo\u00eb Bo,,1,0,0,1\n"
    text += "swiss,2,1,ana ruiz,Zoe\u0308 Bo,1,0,0,0\nswiss,2,2,Ben Otto,,1,0,0,1\n"
    text += "swiss,3,1,Ana\u00a0Ruiz,Ben  Otto,1,0,0,0\n"
    assert read_event_file(text).players == ["Ana Ruiz", "Ben Otto", "Zo\u00eb Bo"]


TRF = """012 Spring Cup
042 2026/03/01
XXR 3
001    1      Ruiz,Ana                          1500 ESP                          2.0    1     2 w 1     3 b -     4 w 0
001    2      Otto,Ben                          1400 GER                          1.0    2     1 b 0     4 w =     3 b +
001    3      Young,Cy                          1300                              2.0    3  0000 - U     1 w +     2 w -
001    4      Low,Di                            1200                              0.5    4  0000 - Z     2 b =     1 b 0
"""
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
TOM = f"""{XML}<tournament type="2" version="1.7"><data><name>League Cup</name><startdate>03/29/2026</startdate></data>
<players><player userid="1"><firstname>Ana</firstname><lastname>Ruiz</lastname></player>
<player userid="2"><firstname>Ben</firstname><lastname>Otto</lastname></player>
<player userid="3"><firstname>Cy</firstname><lastname>Young</lastname></player></players>
<pods><pod category="2"><rounds>
<round number="1" type="3"><matches><match outcome="1"><player1 userid="1"/><player2 userid="2"/></match>
<match outcome="5"><player userid="3"/></match></matches></round>
<round number="2" type="3"><matches><match outcome="10"><player1 userid="3"/><player2 userid="1"/></match>
<match outcome="5"><player userid="2"/></match></matches></round>
<round number="3" type="1">
<matches><match outcome="2"><player1 userid="1"/><player2 userid="3"/></match></matches></round>
</rounds></pod></pods></tournament>
"""
WER = f"""{XML}<event id="7" title="FNM" startdate="2019-05-03"><participation>
<person id="11" first="Ana" last="Ruiz"/><person id="12" first="Ben" last="Otto"/>
<person id="13" first="Cy" last="Young"/>
</participation><matches><round number="1"><match person="11" opponent="12" win="2" loss="1" draw="0" outcome="1"/>
<match person="13" outcome="3" win="2" loss="0" draw="0"/></round></matches></event>
"""
NRTM = json.dumps(
    {
        "name": "GNK", "date": "2026-03-01", "cutToTop": 2, "uploadedFrom": "Cobra",
        "players": [{"id": number, "name": name} for number, name in enumerate(("Ana", "Ben", "Cy"), 1)],
        "rounds": [
            [
                {"table": 1, "player1": {"id": 1, "combinedScore": 6}, "player2": {"id": 2, "combinedScore": 0}},
                {"table": 2, "player1": {"id": 3, "combinedScore": 6}, "player2": {"id": None, "combinedScore": 0}},
            ],
            [{"player1": {"id": 1, "combinedScore": 3}, "player2": {"id": 3, "combinedScore": 3}}],
            [
                {"player1": {"id": 1, "role": "corp", "winner": True}, "player2": {"id": 3, "winner": False},
                 "eliminationGame": True}
            ],
        ],
    }
)  # fmt: skip
CHALLONGE = json.dumps(
    {
        "tournament": {
            "name": "Open", "tournament_type": "swiss", "started_at": "2026-03-01T10:00:00+01:00",
            "participants": [{"participant": {"id": 5, "name": "Ana"}}, {"participant": {"id": 6, "name": "Ben"}}],
            "matches": [
                {"match": {"player1_id": 5, "player2_id": 6, "round": 1, "winner_id": 5, "scores_csv": "2-1",
                           "state": "complete"}}
            ],
        }
    }
)  # fmt: skip
SLOTS = [
    {"entrant": {"id": 1, "name": "Ana"}, "standing": {"stats": {"score": {"value": 2}}}},
    {"entrant": {"id": 2, "name": "Ben"}, "standing": {"stats": {"score": {"value": 0}}}},
]
STARTGG = json.dumps(
    {
        "data": {
            "event": {
                "name": "Weekly",
                "sets": {"nodes": [{"round": 1, "fullRoundText": "Round 1", "winnerId": 1, "slots": SLOTS}]},
            }
        }
    }
)
FILES: dict[str, tuple[str, str, Matches]] = {
    "TRF": (
        TRF,
        "Spring Cup",
        [
            ("swiss", 1, "Ana Ruiz", "Ben Otto", 1, 0, 0, "played"),
            ("swiss", 2, "Ana Ruiz", "Cy Young", 0, 1, 0, "no_show"),
            ("swiss", 3, "Ana Ruiz", "Di Low", 0, 0, 0, "double_loss"),
            ("swiss", 2, "Ben Otto", "Di Low", 0, 0, 1, "played"),
            ("swiss", 3, "Ben Otto", "Cy Young", 1, 0, 0, "no_show"),
            ("swiss", 1, "Cy Young", "", 0, 0, 0, "played"),
        ],
    ),
    "TOM": (
        TOM,
        "League Cup",
        [
            ("swiss", 1, "Ana Ruiz", "Ben Otto", 1, 0, 0, "played"),
            ("swiss", 1, "Cy Young", "", 0, 0, 0, "played"),
            ("swiss", 2, "Cy Young", "Ana Ruiz", 0, 0, 0, "double_loss"),
            ("swiss", 2, "Ben Otto", "", 0, 0, 0, "played"),
            ("playoff", 1, "Ana Ruiz", "Cy Young", 0, 1, 0, "played"),
        ],
    ),
    "WER": (
        WER,
        "FNM",
        [("swiss", 1, "Ana Ruiz", "Ben Otto", 2, 1, 0, "played"), ("swiss", 1, "Cy Young", "", 0, 0, 0, "played")],
    ),
    "Cobra": (
        NRTM,
        "GNK",
        [
            ("swiss", 1, "Ana", "Ben", 2, 0, 0, "played"),
            ("swiss", 1, "Cy", "", 0, 0, 0, "played"),
            ("swiss", 2, "Ana", "Cy", 1, 1, 0, "played"),
            ("playoff", 1, "Ana", "Cy", 1, 0, 0, "played"),
        ],
    ),
    "Challonge": (CHALLONGE, "Open", [("swiss", 1, "Ana", "Ben", 2, 1, 0, "played")]),
    "start.gg": (STARTGG, "Weekly", [("swiss", 1, "Ana", "Ben", 2, 0, 0, "played")]),
}


@pytest.mark.parametrize("program", FILES)
def test_file_of_a_program_has_its_matches(program: str) -> None:
    text, name, right = FILES[program]
    file = read_event_file(text)
    assert (file.program, file.facts.name) == (program, name)
    assert matches(text) == right


@pytest.mark.parametrize("program", FILES)
@pytest.mark.django_db
def test_file_of_a_program_becomes_a_finished_event(program: str, tmp_path: Path) -> None:
    path = tmp_path / "event.dat"
    path.write_text(FILES[program][0], encoding="utf-16")
    call_command("import_results", "there", str(path))
    event = services.import_results(None, "there", FILES[program][0])
    assert event.status == "finished"
    assert sorted(event.registrations.values_list("name", flat=True)) == sorted(
        read_event_file(FILES[program][0]).players
    )
    rows = ranking.standings(swiss(event))
    assert len(rows) == len({name for row in read_event_file(FILES[program][0]).rows for name in row.players})


@pytest.mark.django_db
def test_tie_breaks_are_those_of_the_program_or_chosen() -> None:
    assert preset_of(parse_chain(swiss(services.import_results(None, "tom", TOM)).tie_breaks)) == "pokemon"
    chosen = swiss(services.import_results(None, "other", TOM, tie_breaks="flesh-and-blood"))
    assert (preset_of(parse_chain(chosen.tie_breaks)), chosen.win_points) == ("flesh-and-blood", 1)
    with pytest.raises(UserError, match="Choose one of"):
        services.import_results(None, "third", TOM, tie_breaks="chess")


@pytest.mark.django_db
def test_double_losses_and_no_shows_earn_no_points() -> None:
    text = f"{HEAD},result\nswiss,1,1,Ana,Ben,0,0,0,0,double_loss\nswiss,1,2,Cy,Di,0,0,0,0,no_show\n"
    event = services.import_results(None, "losses", text)
    assert [row.match_points for row in ranking.standings(swiss(event))] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TOM.replace('outcome="10"', 'outcome="0"'), "1 match has no result. Only finished events can be imported."),
        (TOM.replace("</tournament>", ""), "This XML file is damaged at line"),
        (f'{XML}<!DOCTYPE a [<!ENTITY b "c">]><tournament><players/></tournament>', "defines entities"),
        (TRF.replace("3 b -", "2 b -"), "line 4: Ana Ruiz plays number 2 in round 2, but not the other way round."),
        ("colour,shape\nred,round\n", "No column of this table is recognised. Its first line is “colour,shape”."),
        ("Rank,Name\n1,Ana\n2,Ben\n", "The columns player1name, player2name, result, round are missing."),
        ("round,player1,score\n1,Ana,2-0\n", "The column player2name is missing."),
        ("round,player1,player2,score\n1,Ana,Ben,\n", "line 2: This match has no result."),
        ("round,player1,player2,score\n1,Ana,Ben,much\n", "line 2: “much” is not a result."),
    ],
)
def test_file_with_errors_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(FileError) as refused:
        read_event_file(text)
    assert message in str(refused.value)


@pytest.mark.parametrize("form", ["csv", "json"])
@pytest.mark.django_db
def test_own_result_file_is_imported_with_the_same_standings(form: str) -> None:
    event, organiser = running_event(5)
    played_round(event, organiser)
    table = find_table(event, make_staff(event), "results")
    rows: list[Any] = list(table.rows)
    text = "".join(as_csv(table.columns, rows)) if form == "csv" else json.dumps({"data": rows}, default=str)
    copy = services.import_results(None, "copy", text)
    points = [
        sorted((each.registrations.get(pk=row.player).name, row.match_points) for row in ranking.standings(swiss(each)))
        for each in (event, copy)
    ]
    assert points[0] == points[1]


@pytest.mark.django_db
def test_cut_of_a_file_decides_the_places() -> None:
    event = services.import_results(None, "tom", TOM)
    assert [(row.rank, entry.name) for row, entry in cut_placings(cut(event))] == [(1, "Cy Young"), (2, "Ana Ruiz")]


def test_what_a_tournament_report_has_and_the_site_has_not_is_listed() -> None:
    text = TRF.replace("0000 - Z", "0000 - H").replace("XXR 3", "XXR 3\nXXA  1    1.0\n013 Team A   1 2")
    assert dict(read_event_file(text).ignored) == {"half-point byes": 1, "accelerated rounds": 1, "teams": 1}
    assert dict(read_event_file(TRF).ignored) == {"rounds without a game": 1}


def test_matches_without_players_and_unknown_columns_are_listed() -> None:
    data = json.loads(CHALLONGE)
    data["tournament"]["matches"].append({"match": {"round": 2, "player1_id": None, "player2_id": None}})
    assert dict(read_event_file(json.dumps(data)).ignored) == {"matches without players": 1}
    rounds = json.loads(NRTM)
    rounds["rounds"][0].append({"player1": {}, "player2": {}})
    assert dict(read_event_file(json.dumps(rounds)).ignored) == {"matches without players": 1}
    table = "round,player1,player2,score,rating,club\n1,Ana,Ben,2:1,1500,Berlin\n"
    assert dict(read_event_file(table).ignored) == {"columns: rating, club": 2}


def test_elimination_of_more_than_64_players_is_listed() -> None:
    rows = [f"playoff,1,P{number},Q{number},1,0,0,0" for number in range(33)]
    head = "stage,round,player1,player2,p1_game_wins,p2_game_wins,games_drawn,is_bye"
    swiss_rows = [row.replace("playoff", "swiss") for row in rows]
    file = read_event_file("\n".join([head, *swiss_rows, *rows]))
    assert dict(file.ignored) == {"matches of an elimination with more than 64 players": 33}
    with pytest.raises(FileError, match="can have at most 64 players"):
        read_event_file("\n".join([head, *rows]))


def challonge(kind: str, players: int, *played: tuple[int, int, int], **more: Any) -> str:
    """Return an event of Challonge; each match is round, winner and loser, players are numbered by seed."""
    participants = [{"participant": {"id": seed, "name": f"Seed {seed}"}} for seed in range(1, players + 1)]
    found = [
        {"match": {"player1_id": won, "player2_id": lost, "winner_id": won, "round": number, "scores_csv": "2-0",
                   "state": "complete", **more}}
        for number, won, lost in played
    ]  # fmt: skip
    tournament = {"name": "Cup", "tournament_type": kind, "participants": participants, "matches": found}
    return json.dumps({"tournament": tournament})


def places(event: Any) -> list[tuple[int, str]]:
    """Return the final standings as rank and name."""
    names = dict(event.registrations.values_list("pk", "name"))
    return [(row.rank, names[row.player]) for row in compute_final_standings(event)]


@pytest.mark.django_db
def test_single_elimination_without_swiss_rounds_is_imported(client: Client) -> None:
    text = challonge("single elimination", 4, (1, 1, 4), (1, 3, 2), (2, 3, 1))
    event = services.import_results(None, "knock-out", text)
    (stage,) = event.stages.all()
    assert (stage.kind, stage.order, stage.entered) == ("elimination", 1, 4)
    assert places(event) == [(1, "Seed 3"), (2, "Seed 1"), (3, "Seed 2"), (3, "Seed 4")]
    for name in ("events:detail", "pairings:bracket", "pairings:final_standings", "pairings:rounds"):
        assert client.get(reverse(name, args=[event.slug]), follow=True).status_code == 200


@pytest.mark.django_db
def test_elimination_of_melee_without_swiss_rounds_is_imported() -> None:
    head = "RoundNumber,RoundName,Team1,Team2,Team1Wins,Team2Wins,GameDraws,HasResult\n"
    rows = "1,Semifinals,Ana,Ben,2,1,0,True\n1,Semifinals,Cy,Di,2,0,0,True\n2,Finals,Ana,Cy,0,2,0,True\n"
    event = services.import_results(None, "melee", head + rows)
    assert places(event)[:2] == [(1, "Cy"), (2, "Ana")]


DOUBLE = ((1, 1, 4), (1, 2, 3), (2, 1, 2), (-1, 3, 4), (-2, 2, 3))
DOUBLES = {
    "unbeaten player wins": (((3, 1, 2),), ["Seed 1", "Seed 2"], [1, 1, 2, 2, 3, 4]),
    "reset is won": (((3, 2, 1), (3, 1, 2)), ["Seed 1", "Seed 2"], [1, 1, 2, 2, 3, 4, 5]),
    "reset is lost": (((3, 2, 1), (3, 2, 1)), ["Seed 2", "Seed 1"], [1, 1, 2, 2, 3, 4, 5]),
}


@pytest.mark.parametrize("kind", DOUBLES)
@pytest.mark.django_db
def test_double_elimination_is_imported(kind: str, client: Client) -> None:
    finals, best, numbers = DOUBLES[kind]
    event = services.import_results(None, "double", challonge("double elimination", 4, *DOUBLE, *finals))
    (stage,) = event.stages.all()
    assert (stage.kind, stage.entered) == ("double", 4)
    found = Match.objects.filter(round__stage=stage).order_by("round__number", "pk")
    assert list(found.values_list("round__number", flat=True)) == numbers
    assert places(event) == [*enumerate([*best, "Seed 3", "Seed 4"], 1)]
    page = client.get(reverse("pairings:bracket", args=[event.slug])).content.decode()
    assert [name in page for name in ("Losers&#x27; final", "Winners&#x27; final", "Grand final")] == [True] * 3
    for match in found:
        assert client.get(reverse("pairings:match", args=[event.slug, match.pk])).status_code == 200


@pytest.mark.django_db
def test_double_elimination_with_byes_is_imported() -> None:
    played = ((1, 2, 3), (2, 1, 2), (-1, 2, 3), (3, 1, 2))
    event = services.import_results(None, "three", challonge("double elimination", 3, *played))
    assert places(event) == [(1, "Seed 1"), (2, "Seed 2"), (3, "Seed 3")]


def test_double_elimination_with_other_rounds_is_refused() -> None:
    with pytest.raises(FileError, match="a double elimination of 2 to 64 players"):
        read_event_file(challonge("double elimination", 2, (1, 1, 2), (-1, 2, 1), (-2, 2, 1), (-3, 2, 1)))


@pytest.mark.django_db
def test_groups_before_an_elimination_are_swiss_rounds() -> None:
    data = json.loads(challonge("single elimination", 2, (1, 1, 2)))
    tournament = data["tournament"]
    for number, each in enumerate(tournament["participants"], 1):
        each["participant"]["group_player_ids"] = [70 + number]
    group = {"group_id": 9, "player1_id": 71, "player2_id": 72, "winner_id": 72, "round": 1, "scores_csv": "0-2"}
    tournament["matches"].insert(0, {"match": group})
    event = services.import_results(None, "groups", json.dumps(data))
    assert [stage.kind for stage in event.stages.order_by("order")] == ["swiss", "elimination"]
    assert places(event) == [(1, "Seed 1"), (2, "Seed 2")]


PLAIN = """Club night

Round 1
1. Ana 2-1 Ben
Cy bye

## Runde 2:
- Ana 0:2 Cy
Ben (bye)
Final
Cy beat Ana 2-1
"""


def test_plain_text_with_rounds_as_headings_is_read() -> None:
    file = read_event_file(PLAIN)
    assert file.facts.name == "Club night"
    assert matches(PLAIN) == [
        ("swiss", 1, "Ana", "Ben", 2, 1, 0, "played"),
        ("swiss", 1, "Cy", "", 0, 0, 0, "played"),
        ("swiss", 2, "Ana", "Cy", 0, 2, 0, "played"),
        ("swiss", 2, "Ben", "", 0, 0, 0, "played"),
        ("playoff", 1, "Cy", "Ana", 2, 1, 0, "played"),
    ]


def test_line_of_plain_text_without_result_is_named() -> None:
    with pytest.raises(FileError, match="line 2: “pizza at eight” is neither a round nor a result"):
        read_event_file("Round 1\npizza at eight\nAna 2-1 Ben\n")
