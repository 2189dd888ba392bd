"""``python -m rules rule`` and ``python -m rules search``."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules.__main__ import COMMANDS, main
from rules.commands.documents import DOCUMENTS, GameDocuments
from rules.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
LONG = "1" * 50_000


def test_rule_command_prints_all_rules_of_number(capsys):
    assert main(["rule", "epic-complete", "4.4.6"]) == 0
    out = capsys.readouterr().out
    assert "Epic Complete Rules > Game phases and initiative > Battle Phase\n4.4.6[1]  Declaring blockers" in out
    assert "4.4.6[2]  One blocker blocks the whole group" in out
    assert "4.4.6a" in out


def test_rule_command_as_json_has_fields(capsys):
    assert main(["rule", "epic-complete", "4.4.6[2]", "--json"]) == 0
    (rule,) = json.loads(capsys.readouterr().out)
    assert rule["rule"] == "4.4.6[2]"
    assert rule["number"] == "4.4.6"
    assert rule["printed_twice"] is True
    assert rule["path"] == ["Game phases and initiative", "Battle Phase"]
    assert rule["below"] == ["4.4.6a"]
    assert rule["text"].startswith("If any champion blocks")


def test_rule_command_prints_disagreements_and_misprints(capsys):
    assert main(["rule", "epic-complete", "1.8.4"]) == 0
    assert "epic-rulebook (RB:getting-started): The player who goes second." in capsys.readouterr().out
    assert main(["rule", "epic-complete", "5.20.1"]) == 0
    assert "also prints 5.20.1 on 5.21.1" in capsys.readouterr().out


def test_rule_command_by_heading_path_prints_rule(capsys):
    assert main(["rule", "epic-rulebook", "RB:battle-phase/before-damage-step"]) == 0
    assert "defending player acts first" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        (["4.4.6[2]"], "Epic Complete Rules > Game phases and initiative > Battle Phase\n4.4.6[2]  One blocker blocks"),
        (["RB:end-phase"], "Epic Rule Book\nRB:end-phase\n"),
        (["I-40"], "I-40  Who acts first after blocks?\n"),
        (["i", "40"], "I-40  Who acts first after blocks?\n"),
        (["1.8.3", "1.8.4"], "Epic Complete Rules > Overview > Starting hand and the Mulligan rule\n1.8.3  "),
    ],
)
def test_rule_command_accepts_citation(asked, shown, capsys):
    assert main(["rule", *asked]) == 0
    assert capsys.readouterr().out.startswith(shown)


def test_rule_command_unknown_citation_suggests_nearest(capsys):
    assert main(["rule", "4.4.66"]) == 1
    assert capsys.readouterr().err.startswith("Epic Complete Rules has no rule '4.4.66'. Nearest: 4.4.6a")


def test_rule_command_unknown_rule_suggests_nearest(capsys):
    assert main(["rule", "epic-complete", "4.4.66"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("Epic Complete Rules has no rule '4.4.66'. Nearest: 4.4.6a")


@pytest.mark.parametrize("call", [["rule", "nope", "1.1"], ["search", "x", "--rulebook", "nope"]])
def test_rule_command_unknown_rulebook_lists_known_ones(call, capsys):
    assert main(call) == 2
    known = ", ".join(slug for game in GAMES.values() for slug in game.rulebooks)
    assert capsys.readouterr().err == f"no rulebook 'nope'; there are: {known}\n"


@pytest.mark.parametrize("call", [[], ["rule"], ["search", "x"], ["search", "x", "--rulebook", "y", "--limit", "0"]])
def test_invalid_call_exits_with_2(call, capsys):
    with pytest.raises(SystemExit) as raised:
        main(call)
    assert raised.value.code == 2
    assert "usage: " in capsys.readouterr().err


def test_search_command_as_json_has_hits(capsys):
    assert (
        main(
            [
                "search",
                "does a free card trigger an ally ability",
                "--rulebook",
                "epic-complete",
                "--limit",
                "3",
                "--json",
            ]
        )
        == 0
    )
    hits = json.loads(capsys.readouterr().out)
    assert len(hits) == 3
    assert hits[0]["rule"] == "5.18.2"
    assert hits[0]["heading"] == "Ally Abilities: Free cards do not trigger it"
    assert [set(hit) for hit in hits] == [{"rule", "heading", "score"}] * 3


def test_search_command_reports_changed_words(capsys):
    assert main(["search", "flyng", "--rulebook", "epic-complete"]) == 0
    assert capsys.readouterr().out.splitlines()[:3] == [
        "(Showing flying for flyng.)",
        "(Showing Airborne for flying.)",
        "5.2.1  Airborne: Meaning of airborne",
    ]


def test_search_command_without_hits_exits_with_1(capsys):
    assert main(["search", "zzz", "--rulebook", "epic-complete", "--json"]) == 1
    assert json.loads(capsys.readouterr().out) == []


def test_commands_know_documents_of_every_game():
    assert list(DOCUMENTS.items()) == [
        (slug, GameDocuments(game.rulebooks, game.interpretations, tuple(game.versions)))
        for slug, game in GAMES.items()
    ]


@pytest.mark.parametrize(
    "call", [["rule", "epic-complete", "4.4.6"], ["search", "flying", "--rulebook", "epic-complete"]]
)
def test_rule_command_loads_no_engine(call):
    code = f"import sys; from rules.__main__ import main; main({call}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert [
        name for name in loaded if name.startswith(("rules.engine", "rules.judge", "rules.epic.cards", "lark"))
    ] == []


def test_help_lists_every_command(capsys):
    with pytest.raises(SystemExit) as raised:
        main(["--help"])
    assert raised.value.code == 0
    out = capsys.readouterr().out
    assert [command for command in COMMANDS if f"\n    {command} " not in out] == []


@pytest.mark.parametrize("call", [["rule", "epic-complete", LONG], ["search", LONG, "--rulebook", "epic-complete"]])
def test_search_command_long_question_is_shortened_in_error(call, capsys):
    assert main(call) == 1
    assert len(capsys.readouterr().err) < 400


def test_rule_command_accepts_digits_of_any_script(capsys):
    assert main(["rule", "epic-complete", "\uff14.\uff14.\uff16a", "--json"]) == 0
    assert [rule["rule"] for rule in json.loads(capsys.readouterr().out)] == ["4.4.6a"]


@pytest.mark.parametrize(
    ("rulebook", "asked", "nearest"),
    [
        ("epic-complete", "mulligan", "1.8.2 "),
        ("epic-complete", "flyng", "5.2.1 "),
        ("epic-complete", "Batle Phase", "4.4 "),
        ("epic-rulebook", "dark drft", "RB:the-many-epic-formats/limited/dark-draft "),
    ],
)
def test_rule_command_unknown_title_suggests_similar(rulebook, asked, nearest, capsys):
    assert main(["rule", rulebook, asked]) == 1
    assert f"has no rule {asked!r}. Nearest: {nearest}" in capsys.readouterr().err


def test_rule_command_ignores_space_before_occurrence(capsys):
    assert main(["rule", "epic-complete", "rule", "4.4.6", "[2]", "--json"]) == 0
    assert [rule["rule"] for rule in json.loads(capsys.readouterr().out)] == ["4.4.6[2]"]


def test_rule_command_prints_interpretation(capsys):
    assert main(["rule", "epic-complete", "I-40"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("I-40  ")
    assert "1 (RB-2017): The defending player has initiative first.\n2 (CR-2016-03): The attacking player" in out
    assert main(["rule", "epic-complete", "i", "40", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "I-40"


def test_rule_command_prints_several_rules(capsys):
    assert main(["rule", "epic-complete", "5.17.1", "5.8.1", "--json"]) == 0
    assert [rule["rule"] for rule in json.loads(capsys.readouterr().out)] == ["5.17.1", "5.8.1"]
    assert main(["rule", "epic-complete", "5.17.1", "99.9"]) == 1


def test_rule_command_names_document_of_citation(capsys):
    assert main(["rule", "epic-complete", "RB:battle-phase"]) == 1
    assert "It stands in epic-rulebook." in capsys.readouterr().err


def test_rule_command_prints_no_markup(capsys):
    assert main(["rule", "epic-rulebook", "alignment"]) == 0
    out = capsys.readouterr().out
    assert "](" not in out
    assert "**" not in out
    assert "Ally Abilities" in out


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ("I-57", ["1 (taken): On announcement,", "2: After the card resolved,"]),
        ("I-50", ["1 (taken): ", "2: ", "No other can be chosen: "]),
    ],
)
def test_rule_command_numbers_options_as_records_do(asked, lines, capsys):
    assert main(["rule", asked]) == 0
    shown = capsys.readouterr().out.splitlines()[2:]
    assert [line for line, begins in zip(shown, lines, strict=False) if not line.startswith(begins)] == []
