"""Import of finished events, and their standings."""

import csv
import json
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from epic_events.events.models import Event, Registration
from epic_events.infra.errors import StateError
from epic_events.pairings import services
from epic_events.pairings.cut.selectors import cut_placings
from epic_events.pairings.imports.event_files import read_event_file
from epic_events.pairings.imports.parsers import FileError, FileRow, RoundName, parse_round, parse_stage
from epic_events.pairings.methods.tie_breaks.chain import parse_chain, preset_of
from epic_events.pairings.models import Match, ResultReport, Round
from epic_events.pairings.standings import ranking
from tests.epic_events.factories import make_event, make_user
from tests.epic_events.pairings.play import cut, played_round, running_event, swiss

pytestmark = pytest.mark.django_db

HEAD = "stage,round,row,player1,player2,p1_game_wins,p2_game_wins,games_drawn,is_bye"
BARE_HEAD = HEAD.replace(",row", "")
# Ada beats Bo 2-1, Cy has a bye; Cy and Ada draw 1-1-1, Bo has left.
SMALL = f"""{HEAD}
swiss,1,1,Ada,Bo,2,1,0,0
swiss,1,2,Cy,,2,0,0,1
swiss,2,1,Cy,Ada,1,1,1,0
"""


def read_rows(text: str) -> list[FileRow]:
    return read_event_file(text).rows


def imported(text: str = SMALL, slug: str = "club-night", **options: Any) -> Event:
    return services.import_results(None, slug, text, **options)


def command(*args: str) -> str:
    out = StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def test_import_results_small_event_has_expected_standings():
    event = imported()
    rows = {
        entry.name: row
        for row in ranking.standings(swiss(event))
        for entry in [Registration.objects.get(pk=row.player)]
    }
    # Match-win shares: Ada 4/6, Bo 0/3 (floor 1/3), Cy 4/6. Game-win shares: Ada (9+1)/18, Bo 3/9, Cy (9+1)/15.
    assert {name: (row.rank, *row.key()) for name, row in rows.items()} == {
        "Cy": (1, 4, Fraction(2, 3), Fraction(10, 15), Fraction(10, 18)),
        "Ada": (2, 4, (Fraction(1, 3) + Fraction(2, 3)) / 2, Fraction(10, 18), (Fraction(1, 3) + Fraction(10, 15)) / 2),
        "Bo": (3, 0, Fraction(2, 3), Fraction(1, 3), Fraction(10, 18)),
    }


def test_import_results_stores_event_rounds_and_participations():
    event = imported()
    assert (event.status, event.slug, swiss(event).rounds, swiss(event).best_of) == ("finished", "club-night", 2, 3)
    assert list(event.registrations.values_list("name", "status")) == [
        ("Ada", "checked_in"),
        ("Bo", "dropped"),
        ("Cy", "checked_in"),
    ]
    assert not event.registrations.exclude(player__user=None).exists()
    assert Match.objects.exclude(status="confirmed").count() == 0
    assert set(ResultReport.objects.values_list("kind", flat=True)) == {"import"}
    assert list(Round.objects.values_list("number", "status")) == [(1, "finished"), (2, "finished")]
    assert [p.last_round for p in swiss(event).participations.order_by("registration__name")] == [None, 1, None]


def test_import_and_standings_commands_print_json_and_table(tmp_path: Path):
    file = tmp_path / "results.csv"
    file.write_text("\N{BYTE ORDER MARK}" + SMALL, encoding="utf-8")
    assert command("import_results", "club-night", str(file)) == "club-night: 3 players, 2 rounds\n"
    rows = json.loads(command("standings", "club-night", "--json"))
    assert rows[0] == {"rank": 1, "player": "Cy", "match_points": 4, "omw": 2 / 3, "gw": 2 / 3, "ogw": 10 / 18}
    assert [row["player"] for row in rows] == ["Cy", "Ada", "Bo"]
    assert command("standings", "club-night").splitlines()[1] == ("   1  Cy           4   66.6667   66.6667   55.5556")
    assert [
        row["match_points"] for row in json.loads(command("standings", "club-night", "--json", "--after", "1"))
    ] == [
        3,
        3,
        0,
    ]


def test_standings_command_own_gw_may_be_raw(tmp_path: Path):
    file = tmp_path / "results.csv"
    file.write_text(f"{HEAD}\nswiss,1,1,Ada,Bo,2,0,0,0\n")
    command("import_results", "raw", str(file), "--own-gw", "raw")
    command("import_results", "floored", str(file))
    raw, floored = (json.loads(command("standings", slug, "--json")) for slug in ("raw", "floored"))
    assert (raw[1]["gw"], floored[1]["gw"]) == (0.0, 1 / 3)
    assert raw[0]["ogw"] == floored[0]["ogw"] == 1 / 3


def test_import_results_again_replaces_event_and_keeps_players():
    first = imported()
    ada = first.registrations.get(name="Ada")
    again = imported(f"{HEAD}\nswiss,1,1,Ada,Dee,0,2,0,0\n", own_gw_floored=False)
    assert again.pk == first.pk
    assert list(again.registrations.values_list("name", flat=True)) == ["Ada", "Dee"]
    assert again.registrations.get(name="Ada") == ada
    assert (Match.objects.count(), swiss(again).rounds, preset_of(parse_chain(swiss(again).tie_breaks))) == (
        1,
        1,
        "magic-third-raw-gw",
    )
    assert [row.match_points for row in ranking.standings(swiss(again))] == [3, 0]


def test_import_results_over_event_run_on_site_raises(tmp_path: Path):
    event, organiser = running_event(4)
    played_round(event, organiser)
    with pytest.raises(StateError, match=r"was run on this site\. Importing would overwrite it"):
        imported(slug=event.slug)
    with pytest.raises(StateError, match="was run on this site"):
        imported(slug=make_event().slug)
    assert event.registrations.count() == 4
    assert Round.objects.count() == 1
    file = tmp_path / "results.csv"
    file.write_text(SMALL)
    with pytest.raises(CommandError, match="was run on this site"):
        command("import_results", event.slug, str(file))


def test_import_results_over_event_of_other_organiser_raises():
    imported()
    with pytest.raises(Exception, match="organiser"):
        services.import_results(make_user(), "club-night", SMALL)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            "league,1,1,Ada,Bo,2,0,0,0",
            "line 2: stage is “league”. Use swiss, playoff or the name of a round such as Quarterfinals.",
        ),
        (
            "swiss,0,1,Ada,Bo,2,0,0,0",
            "line 2: round is “0”. Use a number from 1 or, in a playoff, a name such as Semifinals or Top 8.",
        ),
        ("swiss,1,1,,Bo,2,0,0,0", "line 2: player1 is empty. Enter a player."),
        ("swiss,1,1,Ada,,2,0,0,0", "line 2: player2 is empty. Enter the opponent or set is_bye to 1."),
        ("swiss,1,1,Ada,Bo,2,0,0,1", "line 2: a bye has no second player. Leave player2 empty or set is_bye to 0."),
        ("swiss,1,1,Ada,Bo,two,0,0,0", "line 2: p1_game_wins is “two”. Enter a number of games, 0 or more."),
        ("swiss,1,1,Ada,Bo,2,0,-1,0", "line 2: games_drawn is “-1”. Enter a number of games, 0 or more."),
        ("swiss,1,1,Ada,Ada,2,0,0,0", "line 2: Ada is both player1 and player2. Enter two different players."),
        ("swiss,1,1,Ada,Bo,2,0,0,maybe", "line 2: is_bye is “maybe”. Use 1 for a bye and 0 for a match."),
        ("swiss,2,1,Ada,Bo,2,0,0,0", "swiss: round 1 has no rows. Number the rounds from 1 without gaps."),
        ("", "The table has no rows. Add one line per entry below the header line."),
    ],
)
def test_parse_results_invalid_row_names_line_and_fix(row, message):
    with pytest.raises(FileError) as refused:
        read_rows(f"{HEAD}\n{row}\n")
    assert refused.value.errors == (message,)


def test_import_results_lists_all_errors_and_stores_nothing(tmp_path: Path):
    file = tmp_path / "results.csv"
    file.write_text(f"{HEAD}\nswiss,1,1,Ada,Bo,2,0,0,0\nswiss,x,1,Ada,Bo,2,0,0,0\nswiss,2,1,,Bo,2,0,0,0\n")
    with pytest.raises(CommandError) as refused:
        command("import_results", "broken", str(file))
    assert [text.split(":")[0] for text in str(refused.value).splitlines()[1:]] == ["line 3", "line 4"]
    assert not Event.objects.exists()


def test_parse_results_player_twice_in_round_names_both_lines():
    with pytest.raises(FileError, match=r"line 3: Bo already plays in round 1 \(line 2\)"):
        read_rows(f"{HEAD}\nswiss,1,1,Ada,Bo,2,0,0,0\nswiss,1,2,Bo,Cy,2,0,0,0\n")


def test_parse_results_missing_columns_or_wrong_encoding_raises(tmp_path: Path):
    with pytest.raises(FileError, match="The column player2name is missing"):
        read_rows(SMALL.replace("player2", "other"))
    with pytest.raises(FileError, match="not a text file"):
        read_rows("\0")
    with pytest.raises(CommandError, match="No such file"):
        command("import_results", "x", str(tmp_path / "none.csv"))
    (tmp_path / "packed.xlsx").write_bytes(b"PK\x03\x04\0\0")
    with pytest.raises(CommandError, match="spreadsheet or another packed file"):
        command("import_results", "x", str(tmp_path / "packed.xlsx"))


@pytest.mark.parametrize("slug", ["a b", "new", "", "ü", "x" * 81])
def test_import_results_invalid_event_address_raises(slug):
    with pytest.raises(Exception, match="is not a valid event address"):
        imported(slug=slug)
    assert not Event.objects.exists()


def test_import_results_playoff_of_four_becomes_cut():
    rounds = "swiss,1,1,Ada,Bo,2,0,0,0\nswiss,1,2,Cy,Dee,2,1,0,0\n"
    playoff = "playoff,1,1,Ada,Dee,0,2,0,0\nplayoff,1,2,Cy,Bo,2,0,0,0\nplayoff,2,1,Dee,Cy,2,1,0,0\n"
    event = imported(f"{HEAD}\n{rounds}{playoff}")
    assert [row.match_points for row in ranking.standings(swiss(event))] == [3, 3, 0, 0]
    assert cut(event).cut_size == 4
    assert [(row.rank, entry.name) for row, entry in cut_placings(cut(event))] == [
        (1, "Dee"),
        (2, "Cy"),
        (3, "Ada"),
        (3, "Bo"),
    ]


NAMES = {
    8: ["Quarterfinals", "QUARTER-FINALS", "quarter finals", "Quarterfinal", "QF", "Top 8", "top8", "T8", "Round of 8",
        "Last 8", "1/4 finals", "Ro8", "Quarters", " Quarter\u2010Finals ",
        "QF1", "Quarterfinal 4", "Top 8 - Quarterfinals", "Playoff Quarterfinals", "Top Eight", "Elite Eight"],
    4: ["Semifinals", "semi-final", "Semi Finals", "SF", "Top 4", "TOP-4", "Round of 4", "1/2 Finals", "Semis",
        "Semifinal 2", "SF B", "Final Four", "Knockout: Semifinals"],
    2: ["Finals", "final", "Finale", "Top 8 Final", "FINAL", "Grand Final", "The Finals", "Top 2", "Championship",
        "Championship Match", "Top Two", "Fin\u00e0le", "Top Cut: Top 8: Finals"],
    16: ["Round of 16", "Top 16", "Last 16", "Eighth-finals", "1/8 Finals", "Octofinals", "Ro16", "Top-16",
         "Round of Sixteen"],
    32: ["Round of 32", "Top 32"],
    64: ["Top 64"],
}  # fmt: skip


@pytest.mark.parametrize(("players", "name"), [(size, name) for size, names in NAMES.items() for name in names])
def test_parse_round_recognises_playoff_names(players, name):
    assert parse_round(name) == RoundName(players=players, stage="playoff")


@pytest.mark.parametrize(
    "name",
    ["3rd place", "Third Place", "3rd Place Match", "Third-place match", "third place play-off", "Bronze",
     "Bronze Medal Match", "Small final", "3rd/4th place", "3/4", "Third-place playoff", "consolation match"],
)  # fmt: skip
def test_parse_round_recognises_third_place_match(name):
    assert parse_round(name) == RoundName(third=True, stage="playoff")


@pytest.mark.parametrize(
    ("name", "number", "stage"),
    [("3", 3, ""), ("Round 3", 3, ""), ("R3", 3, ""), ("Swiss Round 12", 12, "swiss"),
     ("Playoff Round 2", 2, "playoff"), ("Elimination 1", 1, "playoff")],
)  # fmt: skip
def test_parse_round_recognises_numbers(name, number, stage):
    assert parse_round(name) == RoundName(number=number, stage=stage)


def test_round_name_defaults_are_empty():
    assert RoundName() == RoundName(number=0, players=0, third=False, stage="")


STAGES = {
    "swiss": ["Swiss", "Swiss Round", "Swiss Rounds", "Swiss stage", "Main Event"],
    "playoff": ["Playoff", "Playoffs", "Play-off", "Play-offs", "Cut", "Top Cut", "Elimination", "Single elimination",
                "Knockout", "Knock-out", "Bracket", "Finals stage", "Final stage", "Elimination rounds"],
    "": ["", "Finals", "Side event"],
}  # fmt: skip


@pytest.mark.parametrize(("stage", "name"), [(stage, name) for stage, names in STAGES.items() for name in names])
def test_parse_stage_recognises_names(stage, name):
    assert parse_stage(name) == stage


@pytest.mark.parametrize("name", ["", "0", "Top 1", "Top 65", "Day 2", "finalist", "-1", "1.5", "²", "Round", "٣"])
def test_parse_round_unknown_name_is_none(name):
    assert parse_round(name) is None


PLAYED = "swiss,1,1,Ada,Bo,2,0,0,0\nswiss,1,2,Cy,Dee,2,1,0,0\n"


def placings_by_name(event):
    return [(row.rank, entry.name) for row, entry in cut_placings(cut(event))]


@pytest.mark.parametrize(
    ("semis", "final"),
    [
        ("playoff,Semifinals", "playoff,Finals"),
        ("Playoffs,SEMI-FINALS", "Top Cut,Final"),
        ("Semifinals,1", "Finals,1"),
        ("Top 4,", "Top 2,"),
        ("swiss,Semifinals", "swiss,Final"),
        (",Semifinals", ",Final"),
        ("playoff,1", "playoff,2"),
        ("playoff,2", "playoff,3"),  # numbered on from the one Swiss round
        ("playoff,Round 1", "playoff,Round 2"),
        ("Single Elimination,1", "Single Elimination,2"),
        ("Semifinals,Round 2", "Finals,Round 3"),
    ],
)
def test_import_results_named_rounds_become_cut_rounds(semis, final):
    event = imported(f"{HEAD}\n{PLAYED}{semis},1,Ada,Dee,0,2,0,0\n{semis},2,Cy,Bo,2,0,0,0\n{final},1,Dee,Cy,2,1,0,0\n")
    stage = cut(event)
    assert (stage.cut_size, list(stage.round_set.order_by("number").values_list("number", flat=True))) == (4, [1, 2])
    assert placings_by_name(event) == [(1, "Dee"), (2, "Cy"), (3, "Ada"), (3, "Bo")]
    assert event.stages.get(order=1).rounds == 1


@pytest.mark.parametrize(("third", "final"), [("3rd place", "Finals"), ("Third Place Match", "Top 2")])
def test_import_results_third_place_match_decides_third_place(client, third, final):
    event = imported(
        f"{HEAD}\n{PLAYED}playoff,Top 4,1,Ada,Dee,0,2,0,0\nplayoff,Semis,2,Cy,Bo,2,0,0,0\n"
        f"playoff,{third},1,Bo,Ada,2,0,0,0\nplayoff,{final},1,Dee,Cy,2,1,0,0\n"
    )
    assert cut(event).third_place
    assert placings_by_name(event) == [(1, "Dee"), (2, "Cy"), (3, "Bo"), (4, "Ada")]
    page = client.get(f"/events/{event.slug}/bracket/").content.decode()
    assert [name in page for name in ("Semi-finals", "Final", "Third-place match")] == [True] * 3


def test_import_results_sixteen_players_fill_four_named_rounds(client):
    names = [f"P{number:02}" for number in range(1, 17)]
    lines = [f"Swiss,Round 1,1,{one},{two},2,0,0,0" for one, two in zip(names[::2], names[1::2], strict=True)]
    for name in ("Round of 16", "Quarterfinals", "Semifinals", "Finals"):
        pairs = list(zip(names[::2], names[1::2], strict=True))
        lines += [f"{name},1,1,{one},{two},2,0,0,0" for one, two in pairs]
        names = [one for one, _two in pairs]
    event = imported("\n".join([HEAD, *lines]))
    assert (cut(event).cut_size, cut(event).round_set.count(), placings_by_name(event)[0]) == (16, 4, (1, "P01"))
    page = client.get(f"/events/{event.slug}/bracket/").content.decode()
    assert [name in page for name in ("Round of 16", "Quarter-finals", "Semi-finals")] == [True] * 3


def test_import_results_missing_named_round_raises():
    with pytest.raises(FileError, match=r"playoff: round 2 has no rows"):
        imported(f"{HEAD}\n{PLAYED}playoff,Top 8,1,Ada,Bo,2,0,0,0\nplayoff,Finals,1,Ada,Cy,2,0,0,0\n")


def test_import_results_mixed_round_names_and_numbers_raise():
    with pytest.raises(FileError, match="rounds have names and others have numbers"):
        imported(f"{HEAD}\n{PLAYED}playoff,1,1,Ada,Bo,2,0,0,0\nplayoff,Finals,1,Ada,Cy,2,0,0,0\n")


def test_standings_command_unknown_event_or_round_raises():
    with pytest.raises(CommandError, match="no event at the address 'nowhere'"):
        command("standings", "nowhere")
    imported()
    with pytest.raises(CommandError, match="the last finished round is 2"):
        command("standings", "club-night", "--after", "3")


@pytest.mark.shared
@pytest.mark.parametrize("number", range(4))
def test_standings_of_published_events_match_through_commands(shared_dir: Path, number: int):
    folder = sorted(p for p in (shared_dir / "data" / "standings").iterdir() if p.is_dir())[number]
    raw = json.loads((folder / "meta.json").read_text())["own_gw_column"].startswith(("unfloored", "not floored"))
    command("import_results", "real", str(folder / "pairings.csv"), *(["--own-gw", "raw"] if raw else []))
    ours = {row["player"]: row for row in json.loads(command("standings", "real", "--json"))}
    printed = list(csv.DictReader((folder / "standings.csv").read_text().splitlines()))
    assert len(ours) == len(printed)
    for row in printed:
        for name in ("match_points", "omw", "gw", "ogw"):
            digits = max(7, len(row[name].partition(".")[2]))
            assert abs(ours[row["player"]][name] - float(row[name])) <= 10.0**-digits, (row["player"], name)


def with_facts(folder: Path, facts: str) -> Path:
    """Return a results file with a ``meta.json``; Bo won one of three games."""
    (folder / "meta.json").write_text(facts)
    file = folder / "results.csv"
    file.write_text(f"{HEAD}\nswiss,1,1,Ada,Bo,2,0,0,0\n")
    return file


def own_gw(name: str) -> float:
    return next(float(row["gw"]) for row in json.loads(command("standings", "cup", "--json")) if row["player"] == name)


def test_import_results_reads_metadata_file(tmp_path):
    file = with_facts(tmp_path, '{"event": "Spring Cup", "date": "2026-03-29", "own_gw_column": "unfloored"}')
    command("import_results", "cup", str(file))
    event = Event.objects.get(slug="cup")
    assert (event.name, event.starts_at.date().isoformat(), own_gw("Bo")) == ("Spring Cup", "2026-03-29", 0.0)
    command("import_results", "cup", str(file), "--own-gw", "floored")
    assert own_gw("Bo") == 1 / 3


@pytest.mark.parametrize("column", ['"floored at 1/3"', "null", "7"])
def test_import_results_own_gw_is_floored_by_default(tmp_path, column):
    command("import_results", "cup", str(with_facts(tmp_path, f'{{"own_gw_column": {column}}}')))
    assert own_gw("Bo") == 1 / 3


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ("[", "meta.json is not valid JSON"),
        ("[]", "meta.json must contain a JSON object"),
        ('{"date": "29.3."}', "not a valid date. Use the format 2026-03-29"),
    ],
)
def test_import_results_invalid_metadata_raises(tmp_path, facts, message):
    with pytest.raises(CommandError, match=message):
        command("import_results", "cup", str(with_facts(tmp_path, facts)))
    assert not Event.objects.filter(slug="cup").exists()


@pytest.mark.parametrize("strange", ["Doe, Jay", 'The "X" Files', "=cmd|x", "😀", "<b>"])
def test_parse_results_unusual_names_are_preserved(strange):
    quoted = '"' + strange.replace('"', '""') + '"'
    (row,) = read_rows(f"{BARE_HEAD}\nswiss,1,{quoted},Ben,1,0,0,0\n")
    assert row.first == strange


@pytest.mark.parametrize(
    ("typed", "name"),
    [("A\nB", "A B"), ("A\x85B", "A B"), ("A\u2028B", "A B"), ("A\x0cB", "A B"), ("A\x1bB", "AB"), ("A\xa0B", "A B")],
)
def test_parse_results_names_are_cleaned_as_at_registration(typed, name):
    (row,) = read_rows(f'{BARE_HEAD}\nswiss,1,"{typed}",Ben,1,0,0,0\n')
    assert row.first == name


def test_parse_results_unclosed_quote_names_line():
    with pytest.raises(FileError, match="line 3: unexpected end"):
        read_rows(f'{BARE_HEAD}\nswiss,1,Ann,Ben,1,0,0,0\nswiss,1,"Cy,Di,1,0,0,0')


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_parse_results_accepts_all_line_endings(end):
    text = end.join([BARE_HEAD, "swiss,1,Ann,Ben,1,0,0,0", "swiss,2,Ann,Ben,0,1,0,0", ""])
    assert [row.round for row in read_rows(text)] == [1, 2]
