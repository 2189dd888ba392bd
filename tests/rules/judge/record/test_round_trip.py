"""Parsed records can be written and parsed again, or are refused."""

import pytest
from hypothesis import example, given, reject, settings

from rules.judge.record import RecordError, from_json, parse, to_json, write
from tests.rules.judge.record.hostile_text import hostile_texts

HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: {}\nFirst: Ben\n"
HEAD = HEADERS.format("Anna, Ben")


@given(hostile_texts())
@settings(max_examples=400, deadline=None)
@example(HEAD + "Plays\nchance: Anna draws Kong / B:##\n")
@example(HEADERS.format("7 of Nine, Ben") + "1. 7 of Nine: pass\n")
@example(HEADERS.format("1, Ben") + "Deck Ben\n3 Kong\n1 : pass\n")
@example(HEAD + "Deck Anna:Plays\n\nDeck Ben\n3 Kong\n")
@example(HEAD + "Deck Anna: 3 Kong / chance: Ben draws Kong\n")
@example(HEAD + "Deck Anna\n3 Kong / #3\n")
@example(HEAD + "Deck Anna\n2 Muse\nDeck [0:00]\n")
@example(HEADERS.format("unknown, Ben") + "Deck unknown: unknown\n")
def test_write_of_parsed_record_round_trips(text: str) -> None:
    try:
        record = parse(text)
    except RecordError:
        reject()
    written = write(record)
    assert parse(written) == record
    assert write(parse(written)) == written
    assert from_json(to_json(record)) == record


PLAY_AMONG_HEADERS = [
    ("chance: Anna draws Kong", "`chance: Anna draws Kong` is a play of chance; plays come after the headers"),
    ("*: Anna draws Kong", "`*: Anna draws Kong` is a play of chance; plays come after the headers"),
    ("Shuffle: Kong", "`Shuffle: Kong` is a play of chance; plays come after the headers"),
    ("Anna: pass", "`Anna: pass` is a play of Anna; plays come after the headers"),
    ("B: pass", "`B: pass` is a play of Ben; plays come after the headers"),
]


@pytest.mark.parametrize(("line", "message"), PLAY_AMONG_HEADERS)
@pytest.mark.parametrize("index", [1, 2, 3])
def test_play_above_players_header_raises(line: str, message: str, index: int) -> None:
    lines = HEAD.splitlines()
    lines.insert(index, line)
    with pytest.raises(RecordError) as raised:
        parse("\n".join(lines))
    assert [(each.line, each.message) for each in raised.value.problems] == [(index + 1, message)]


def test_chance_line_without_players_header_raises() -> None:
    with pytest.raises(RecordError, match="`chance: Anna draws Kong` is a play of chance"):
        parse("Record: 1\nGame: epic\nRules: RB-2017\nchance: Anna draws Kong\nFirst: Ben\n")


@pytest.mark.parametrize(("key", "value"), [("Way", "duel"), ("Event", "Cup"), ("Judge", "Ann"), ("Seed", "82")])
def test_other_headers_above_players_are_headers(key: str, value: str) -> None:
    header = parse(HEADERS.format("Wayne, Ben").replace("Players", f"{key}: {value}\nPlayers")).header(key)
    assert header is not None
    assert header.value == value


NOT_UNDERSTOOD = [
    (
        "hello world",
        "`hello world` is not understood; write a header such as `Players: Anna, Ben` or a play such as `Cara: pass`",
    ),
    (
        "Plays\nCarra attacks with Kong",
        (
            "`Carra attacks with Kong` is not understood; did you mean `Cara: attacks with Kong`? "
            "write a play such as `Cara: pass`"
        ),
    ),
    (
        "Position\nTurn 4",
        "`Turn 4` is not understood; write a line such as `Cara health: 24` or a play such as `Cara: pass`",
    ),
    (
        "Plays\nBen: pass\nPosition",
        (
            "`Position` cannot stand here: a record has its headers first, then decks, the position, the plays and "
            "branches, in this order"
        ),
    ),
    ("Plays\nBen: pass {never closed", "this comment is not closed on its line: `}` is missing"),
]


@pytest.mark.parametrize(("body", "message"), NOT_UNDERSTOOD)
def test_invalid_line_raises_with_expected_form(body: str, message: str) -> None:
    with pytest.raises(RecordError) as raised:
        parse(HEADERS.format("Cara, Ben") + body + "\n")
    problem = raised.value.problems[0]
    line = 6 + body.count("\n")
    assert (problem.message, str(problem)) == (message, f"line {line}: {message}")
    assert problem.with_column == f"line {line}, column {problem.column}: {message}"
