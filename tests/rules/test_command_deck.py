"""``python -m rules deck check`` and ``python -m rules card``: exit codes, JSON and text."""

import csv
import io
import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.epic.cards import CATALOGUE, Alignment
from rules.games import GAMES

ROOT = Path(__file__).resolve().parents[2]


def sixty() -> list[str]:
    """Return the lines of a legal deck of sixty: twenty cards that cost 1, three of each, nothing banned."""
    cards = [card for card in CATALOGUE if card.is_deck_card and card.cost == 1 and not card.doubtful]
    return [f"3 {card.name}" for card in cards[:20]]


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "deck.txt"
    path.write_text("\n".join(sixty()), encoding="utf-8")
    return path


def check(path: object, *more: str) -> int:
    return main(["deck", "check", str(path), "--format", "full-constructed", *more])


def test_deck_check_legal_list_prints_report(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(deck, "--on", "2016-06-01") == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "full-constructed on 2016-06-01: legal, 60 cards"
    assert [line.split()[0] for line in out[3:7]] == [str(alignment) for alignment in Alignment]
    assert len(out) == 7


def test_deck_check_legal_list_as_json_has_report(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(deck, "--on", "2016-06-01", "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert list(report) == ["format", "on", "legal", "cards", "alignments", "problems", "warnings", "unknown"]
    assert (report["format"], report["on"], report["legal"], report["cards"]) == (
        "full-constructed",
        "2016-06-01",
        True,
        60,
    )
    assert list(report["alignments"]) == ["Good", "Evil", "Sage", "Wild"]
    assert sum(each["one"] for each in report["alignments"].values()) == 60
    assert (report["problems"], report["warnings"], report["unknown"]) == ([], [], [])


def test_deck_check_illegal_list_exits_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deck.txt"
    path.write_text("\ufeff3 Kong\r\n2 kong\r\n2 Fumble\r\nFire Shamen\r\n", encoding="utf-8")
    assert check(path, "--on", "2017-08-20", "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert report["unknown"] == [{"line": 4, "text": "Fire Shamen", "suggestions": report["unknown"][0]["suggestions"]}]
    assert report["unknown"][0]["suggestions"][0] == "Fire Shaman"
    assert [(problem["code"], problem["card"], problem["lines"]) for problem in report["problems"]] == [
        ("copies", "Kong", [1, 2]),
        ("banned", "Fumble", [3]),
        ("unknown-card", None, [4]),
    ]
    assert check(path, "--on", "2017-08-20") == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "full-constructed on 2017-08-20: not legal, 3 problems, 7 cards"
    assert (
        "  lines 1, 2: 5 x Kong, limit 3: remove 2 (lines 1 and 2 were added up) "
        "[copies; RB:the-many-epic-formats/constructed/full-constructed]"
    ) in out


def test_deck_check_spreadsheet_equals_list(deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(deck, "--json")
    plain = json.loads(capsys.readouterr().out)
    rows = [line.split(maxsplit=1) for line in deck.read_text(encoding="utf-8").splitlines() if line[:1].isdecimal()]
    table = tmp_path / "deck.csv"
    with table.open("w", encoding="utf-8-sig", newline="") as out:
        csv.writer(out, delimiter=";").writerows([["Card Name", "Set", "Qty"], *([name, "X", n] for n, name in rows)])
    assert check(table, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert [(each["code"], each["lines"]) for each in report["warnings"] if each not in plain["warnings"]] == [
        ("columns", [1])
    ]
    assert {**report, "warnings": []} == {**plain, "warnings": []}


def test_deck_check_without_date_uses_today(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = datetime.now().astimezone().date()
    assert check(deck, "--json") == 0
    after = datetime.now().astimezone().date()
    assert json.loads(capsys.readouterr().out)["on"] in {before.isoformat(), after.isoformat()}


def test_deck_check_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    data = "\r\n".join(sixty()).encode("cp1252")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert check("-", "--on", "2016-06-01") == 0
    assert capsys.readouterr().out.startswith("full-constructed on 2016-06-01: legal, 60 cards\n")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "the list is empty; write one card a line, like 3 Name"),
        (b"// nothing yet\nDeck\n", "no line names a card; write one card a line, like 3 Name"),
        (b"\x89PNG\x00\x01", "this is not a text file; save the list as plain text (UTF-8), one card a line"),
    ],
)
def test_deck_check_unreadable_file_exits_with_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes, why: str
) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(data)
    assert check(path, "--json") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.strip().endswith(why)


def test_deck_check_missing_file_exits_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(tmp_path / "none.txt") == 2
    assert capsys.readouterr().err == f"deck check: {tmp_path / 'none.txt'}: no such file or directory\n"


def test_deck_check_unknown_format_lists_known_ones(deck: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "check", str(deck), "--format", "standard"]) == 2
    assert capsys.readouterr().err == (
        "deck check: there is no format 'standard'; choose from full-constructed, preconstructed, base-constructed, "
        "random-30, sealed, random-60, pack-draft, dark-draft, cube-draft, free-for-all, hunter-first-blood, "
        "hunter-last-one-standing, hydra\n"
    )


@pytest.mark.parametrize(
    ("day", "why"),
    [
        ("yesterday", "'yesterday' is no day; write it as YYYY-MM-DD, like 2017-08-20"),
        ("20170820", "'20170820' is no day; write it as YYYY-MM-DD, like 2017-08-20"),
        ("2017-02-30", "'2017-02-30' is no day of the calendar: day is out of range for month"),
    ],
)
def test_deck_check_invalid_date_exits_with_2(
    deck: Path, capsys: pytest.CaptureFixture[str], day: str, why: str
) -> None:
    with pytest.raises(SystemExit) as caught:
        check(deck, "--on", day)
    assert caught.value.code == 2
    assert why in capsys.readouterr().err


def test_deck_check_as_program_exits_with_result(deck: Path) -> None:
    words = ["-m", "rules", "deck", "check", str(deck), "--format", "full-constructed", "--on", "2016-06-01"]
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "full-constructed on 2016-06-01: legal, 60 cards"


def test_card_command_prints_facts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card", "KONG"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[:2] == ["Kong", "  cost 1 Wild Giant Ape champion, 13/14 (Base: Base Set)"]
    assert out[-1] == "  engine: plays"


def test_card_command_as_json_has_facts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card", "teleport", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["name"], facts["set"], facts["alignments"], facts["cost"]) == ("Teleport", "Pantheon", ["Sage"], 1)
    assert (facts["text"] is None) == (facts["engine"] == "not yet")
    assert [other["set"] for other in facts["other_printings"]] == ["Promo"]
    assert main(["card", "Divine", "Judgement", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["name"], facts["also_written"]) == ("Divine Judgment", ["Divine Judgement"])


def test_card_command_unknown_card_exits_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card", "herald"]) == 1
    assert main(["card", "Fire Shamen"]) == 1
    assert main(["card", "xyzzy"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert lines[0] == (
        "card: no card is called \u201cherald\u201d; did you mean Herald of Angeline, Herald of Lashnok, "
        "Herald of Scara or Mist Guide Herald?"
    )
    assert lines[1].startswith("card: no card is called \u201cFire Shamen\u201d; did you mean Fire Shaman")
    assert lines[2] == "card: no card is called \u201cxyzzy\u201d; no name is close to it"


def test_card_printings_can_all_be_described_and_serialised() -> None:
    game = GAMES["epic"]
    for card in CATALOGUE.all_printings():
        assert game.describe_card(card).startswith(f"{card.name}\n")
        facts = game.card_facts(card)
        assert json.loads(json.dumps(facts)) == facts
        assert (facts["text"] is not None) == card.playable


def first_base(cards: int) -> list[str]:
    return [f"1 {card.name}" for card in CATALOGUE if card.is_deck_card and not card.doubtful][:cards]


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "pool.txt"
    path.write_text("\n".join(first_base(36)), encoding="utf-8")
    return path


def cube(deck: Path, *more: object) -> int:
    return main(["deck", "check", str(deck), "--format", "cube-draft", *map(str, more)])


def test_deck_check_with_pool_checks_against_it(pool: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck = tmp_path / "deck.txt"
    deck.write_text("\n".join(first_base(30)), encoding="utf-8")
    assert cube(deck, "--json") == 3
    assert [each["code"] for each in json.loads(capsys.readouterr().out)["unchecked"]] == ["pool-unknown"]
    assert cube(deck, "--pool", pool, "--json") == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["legal"], "verdict" in report) == (True, False)
    deck.write_text("\n".join([*first_base(29), "2 " + first_base(30)[-1][2:]]), encoding="utf-8")
    assert cube(deck, "--pool", pool, "--json") == 1
    (problem,) = json.loads(capsys.readouterr().out)["problems"]
    assert (problem["code"], problem["lines"]) == ("not-from-pool", [30])


def test_deck_check_with_invalid_pool_exits_with_2(
    pool: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong, large, none = tmp_path / "wrong.txt", tmp_path / "large.txt", tmp_path / "none.txt"
    wrong.write_text("1 Fire Shamen\n1 Kong\n0 Lash\n", encoding="utf-8")
    large.write_text("1 Kong\n" * 100_000, encoding="utf-8")
    assert [cube(pool, "--pool", each) for each in (wrong, large, none)] == [2, 2, 2]
    output = capsys.readouterr().err.splitlines()
    assert output[0].startswith(f"deck check: {wrong}: line 1: no card is called “Fire Shamen”")
    assert output[1].startswith(f"deck check: {wrong}: line 3: ")
    assert output[2:] == [
        f"deck check: {large}: 700000 bytes are too many for a decklist; give one list, one card a line",
        f"deck check: {none}: no such file or directory",
    ]
    assert check(pool, "--pool", str(pool)) == 2
    assert check("-", "--pool", "-") == 2
    assert capsys.readouterr().err.splitlines() == [
        f"deck check: {pool}: Full Constructed is built from no pool: leave the pool out",
        "deck check: list and pool cannot both come from standard input: write one of them to a file",
    ]


def test_deck_check_with_card_file_uses_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, cards = tmp_path / "deck.txt", tmp_path / "cards.toml"
    deck.write_text("Champion: Gozzog\n4 Icy\n56 Ruby Shard\n", encoding="utf-8")
    words = ["deck", "check", str(deck), "--game", "hex", "--format", "immortal", "--json"]
    assert main(words) == 3
    assert "card-unknown" in [each["code"] for each in json.loads(capsys.readouterr().out)["unchecked"]]
    icy = '[[card]]\nname = "Icy"\nset = "Frostheart"\nrarity = "common"\ntypes = ["troop"]\nsockets = []\n'
    cards.write_text(f'\ufefffile = 1\r\ngame = "hex"\r\n{icy}', encoding="utf-8")
    assert main([*words, "--cards", str(cards)]) == 3
    assert [each["code"] for each in json.loads(capsys.readouterr().out)["unchecked"]] == ["bans-unknown"]
    cards.write_text(f'file = 1\ngame = "hex"\ncomplete = true\n{icy.replace("Icy", "Icier")}', encoding="utf-8")
    assert main([*words, "--cards", str(cards)]) == 1
    assert [each["lines"] for each in json.loads(capsys.readouterr().out)["problems"]] == [[2]]


def test_deck_check_pool_may_contain_cards_of_card_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, cards = tmp_path / "deck.txt", tmp_path / "cards.json"
    deck.write_text("Champions\n1 Ford Watch\n", encoding="utf-8")
    facts = {"format": "champions-cards 1", "complete": True, "cards": [{"name": "Ford Watch", "type": "champion"}]}
    cards.write_text(json.dumps(facts), encoding="utf-8")
    words = ["deck", "check", str(deck), "--game", "champions", "--format", "limited", "--pool", str(deck), "--json"]
    main([*words, "--cards", str(cards)])
    report = json.loads(capsys.readouterr().out)
    assert (report["problems"], report["unknown"]) == ([], [])
    deck.write_text("Champions\n2 Ford Watch\n", encoding="utf-8")
    pool = tmp_path / "pool.txt"
    pool.write_text("Ford Watch\n", encoding="utf-8")
    words[words.index("--pool") + 1] = str(pool)
    assert main([*words, "--cards", str(cards)]) == 1
    assert [each["code"] for each in json.loads(capsys.readouterr().out)["problems"]] == ["not-from-pool"]


def test_deck_check_with_invalid_card_file_exits_with_2(
    deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards, latin, none = tmp_path / "cards.toml", tmp_path / "latin.toml", tmp_path / "none.toml"
    cards.write_text('file = 1\ngame = "hex"\n[[card]]\nname = "Burn"\ncost = "two"\n', encoding="utf-8")
    latin.write_bytes(b"file = 1\ngame = '\xff'")
    words = ["deck", "check", str(deck), "--game", "hex", "--format", "standard", "--cards"]
    assert [main([*words, str(each)]) for each in (cards, latin, none)] == [2, 2, 2]
    assert capsys.readouterr().err.splitlines() == [
        f"deck check: {cards}: line 5, column 1 · Burn: cost 'two': expected a whole number from 0 to 99",
        f"deck check: {latin}: line 2: this is no UTF-8: save the file as UTF-8",
        f"deck check: {none}: no such file or directory",
    ]


def test_deck_check_with_card_file_of_other_game_exits_with_2(
    deck: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text('file = 1\ngame = "hex"\n[[card]]\nname = "Burn"\n', encoding="utf-8")
    assert check(deck, "--cards", str(cards)) == 2
    assert f"deck check: {cards}: 'card' is not known here; did you mean 'cards'?" in capsys.readouterr().err
