"""``python -m rules replay`` and ``play``: output, JSON, exit codes, errors."""

import json
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.games import EPIC
from rules.judge.record import parse, to_json
from tests.rules.judge.epic_games import DECKS, PLAYABLE
from tests.rules.judge.replay.test_samples import SAMPLES


@pytest.fixture
def decks(tmp_path):
    """Return two decklist files."""
    paths = []
    for number, deck in enumerate(DECKS):
        path = tmp_path / f"deck{number}.txt"
        path.write_text("\n".join(deck))
        paths.append(str(path))
    return paths


def test_replay_command_legal_record_exits_with_0(capsys):
    assert main(["replay", str(SAMPLES / "plain-breakthrough.rec")]) == 0
    out = capsys.readouterr().out
    assert "  31  Anna: assign Triceratops: 8 to Palace Guard, 2 to Ben  [4.4.11, " in out
    assert "LEGAL: 7 decisions, rules version RB-2017" in out


def test_replay_command_record_of_one_decision_counts_it_in_the_singular(capsys, tmp_path):
    record = (
        "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n\nPosition\nTurn: Anna 5\n\nPlays\n"
    )
    (path := tmp_path / "one.rec").write_text(f"{record}Anna: pass\n")
    assert main(["replay", str(path)]) == 0
    assert "LEGAL: 1 decision, rules version RB-2017" in capsys.readouterr().out


def test_replay_command_illegal_record_exits_with_1(capsys):
    assert main(["replay", str(SAMPLES / "deploying-attack.rec")]) == 1
    out = capsys.readouterr().out
    assert out.startswith(
        "ILLEGAL at line 26: Anna: attack with Steel Golem, Kong\n"
        "Anna's Steel Golem cannot attack: it is deploying (it has not started a turn under its controller's control, "
        "5.17.2) and has no blitz (5.8.1).\n  5.17.1: A deploying champion cannot attack"
    )
    assert "    attack with Kong\n" in out


FIRST = ["verdict", "sentence", "rule", "missing_passes", "rules_version", "decisions", "illegal"]
OPINION = ["deviation", "rests_on", "assumed", "other_versions"]


def test_replay_command_json_of_illegal_record_has_all_fields(capsys):
    assert main(["replay", str(SAMPLES / "deploying-attack.rec"), "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert list(data) == [*FIRST, *OPINION, "timeline", "final"]
    assert data["sentence"] == data["illegal"]["reasons"][0]["text"]
    assert data["rule"] == {"rule": "5.17.1", "text": EPIC.rulebooks["epic-complete"].get("5.17.1").text}
    assert (data["verdict"], data["rules_version"], data["decisions"]) == ("illegal", "RB-2017", 2)
    assert list(data["illegal"]) == ["line", "text", "reasons", "legal"]
    assert data["illegal"]["text"] == "Anna: attack with Steel Golem, Kong"
    assert [list(reason) for reason in data["illegal"]["reasons"]] == [["rule", "text"]]
    assert [list(entry) for entry in data["timeline"]] == [["line", "text", "rules"]] * 2
    assert data["final"]["over"] is False


STARTED = (
    "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\nPosition\nTurn: Anna 5\nPhase: start\n"
    "Anna champion: Muse (deploying)\nPlays\n{}Anna: yes\nAnna: attack with Muse\n"
)


@pytest.mark.parametrize("draw", ["", "chance: Anna draws Kong\n"])
def test_replay_command_json_has_events_before_first_line(tmp_path, capsys, draw):
    """Rules 4.2.2 to 4.2.5: a Start Phase of which no line tells."""
    path = tmp_path / "start.rec"
    path.write_text(STARTED.format(draw))
    assert main(["replay", str(path), "--json"]) == 0
    first, second, *_ = json.loads(capsys.readouterr().out)["timeline"]
    assert (first["line"], first["text"]) == (0, "before the first line")
    assert {"4.2.2", "4.2.3", "4.2.4", "4.2.5"} < set(first["rules"])
    assert second["line"] > 0
    assert main(["replay", str(path)]) == 0
    assert "Anna's Muse stops deploying.  [4.2.4, 5.17.2]" in capsys.readouterr().out


UNREADABLE = [
    ("hello", "{file}: line 1, column 1: `hello` is not understood; write a header such as `Players: Anna, Ben`"),
    (
        "Record: 1\nGame: go\nRules: 1\nPlayers: A, B\nFirst: A\n",
        "{file}: line 2, column 1: unknown game 'go'; choose from epic",
    ),
    (
        "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: A, B\nFirst: A\n1. B: sing\n",
        "{file}: line 6, column 7: 'sing' is not understood",
    ),
]


@pytest.mark.parametrize(("text", "message"), UNREADABLE)
def test_replay_command_unreadable_record_exits_with_2(tmp_path, capsys, text, message):
    path = tmp_path / "a.rec"
    path.write_text(text)
    assert main(["replay", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(message.format(file=path))


@pytest.mark.parametrize("name", ["missing.rec", "."])
def test_replay_command_missing_file_exits_with_2(tmp_path, capsys, name):
    assert main(["replay", str(tmp_path / name)]) == 2
    assert "cannot be opened" in capsys.readouterr().err


@pytest.mark.parametrize("data", [b"\x00\xff" * 100, b"\xff\xfe", b"{" * 2_000_000])
def test_replay_command_binary_file_exits_with_2(tmp_path, capsys, data):
    for name in ("a.rec", "a.json"):
        (tmp_path / name).write_bytes(data)
        assert main(["replay", str(tmp_path / name)]) == 2
    assert capsys.readouterr().out == ""


def test_replay_and_format_commands_accept_json(tmp_path, capsys):
    text = (SAMPLES / "loyalty-order.rec").read_text()
    path = tmp_path / "record.json"
    path.write_text(json.dumps(to_json(parse(text))))
    assert main(["replay", str(path)]) == 0
    capsys.readouterr()
    assert main(["replay", str(path), "--format"]) == 0
    formatted = capsys.readouterr().out
    # What is named together has no order: it is written in that of the table.
    assert parse(formatted) == parse(
        text.replace("Palace Guard, Angel of Light", "Angel of Light, Palace Guard").replace(
            "attack with White Knight, Noble Unicorn", "attack with Noble Unicorn, White Knight"
        )
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_format_command_expands_short_record(tmp_path, capsys, decks, seed):
    short, full = tmp_path / "short.rec", tmp_path / "full.rec"
    for path, options in ((short, []), (full, ["--full"])):
        assert main(["play", "--decks", *decks, "--seed", str(seed), "--out", str(path), *options]) == 0
    capsys.readouterr()
    assert main(["replay", str(short), "--format"]) == 0
    assert capsys.readouterr().out == full.read_text()


def test_format_command_of_unreplayable_record_leaves_it_unchanged(tmp_path, capsys):
    text = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n\nPlays\n1. Ben: mulligan Konng\n"
    path = tmp_path / "record.rec"
    path.write_text(text)
    assert main(["replay", str(path), "--format"]) == 2
    message = capsys.readouterr()
    assert message.out == text
    assert "there is no 'Konng' here" in message.err


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.sweep)])
@pytest.mark.parametrize("version", ["RB-2017", "cr-2016-03"])
def test_play_command_random_game_replays_to_same_end(tmp_path, capsys, decks, seed, version):
    out = tmp_path / "game.rec"
    assert main(["play", "--decks", *decks, "--seed", str(seed), "--version", version, "--out", str(out)]) == 0
    message = capsys.readouterr()
    assert message.out == ""
    assert main(["replay", str(out), "--json"]) == 0
    replayed = json.loads(capsys.readouterr().out)
    assert (replayed["verdict"], replayed["final"]["over"]) == ("legal", True)
    final = replayed["final"]
    won = f"{final['winners'][0]} won" if final["winners"] else "drawn"
    assert message.err == f"{replayed['decisions']} decisions, {won}, final state {final['digest']}\n"
    assert replayed["rules_version"] == version.upper()
    assert all(entry["rules"] for entry in replayed["timeline"])
    assert main(["play", "--decks", *decks, "--seed", str(seed), "--version", version]) == 0
    assert capsys.readouterr().out == out.read_text()


def test_play_command_invalid_deck_exits_with_2(tmp_path, capsys, decks):
    bad = tmp_path / "bad.txt"
    cases = [
        ("3 Wolf Token\n", "Wolf Token is not a deck card"),
        (f"3 {PLAYABLE[0]}\n2 Kongg\n", f"{bad}: line 2: "),
        ("# nothing\n", f"{bad}: there is no card in this list\n"),
    ]
    for text, message in cases:
        bad.write_text(text)
        assert main(["play", "--decks", decks[0], str(bad)]) == 2
        captured = capsys.readouterr()
        assert (captured.out, captured.err[: len(message)]) == ("", message)
    assert main(["play", "--decks", decks[0], str(tmp_path / "none.txt")]) == 2
    assert main(["play", "--decks", *decks, "--version", "1999"]) == 2
    assert main(["play", "--decks", *decks, "--players", "Anna", "Anna"]) == 2
    assert main(["play", "--decks", *decks, "--players", "chance", "Ben"]) == 2
    assert main(["play", "--decks", *decks, "--out", str(Path(tmp_path) / "no" / "where.rec")]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.shared
@pytest.mark.parametrize("seed", [1, 5])
def test_play_command_with_shared_decks_replays(shared_dir, tmp_path, capsys, seed):
    files = [str(shared_dir / "data" / "decks" / name) for name in ("humans.txt", "tall.txt")]
    out = tmp_path / "game.rec"
    assert main(["play", "--decks", *files, "--seed", str(seed), "--out", str(out)]) == 0
    assert main(["replay", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["final"]["over"] is True
