"""Record format: tolerant parsing, canonical form, round trips, errors with their place."""

import json
from importlib.resources import files

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.games import EPIC
from rules.judge.record import Notes, Problem, Record, RecordError, from_json, new_record, parse, to_json, write
from rules.judge.record.lines import MAX_CHARACTERS
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.records import records


def deck_lines(record: Record, player: str) -> list[str] | None:
    """Return the texts of a deck's lines."""
    deck = record.deck(player)
    assert deck is not None
    return None if deck.lines is None else [line.text for line in deck.lines]


HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"

TYPED = """\ufeffRecord: 1\r
Game: epic
# about the rules
rules: RB-2017 {the new ones}
Players: Anna,  Ben
first: ann
Event: Test # hello

Deck Anna
3 Kong # nice
# three
[3] Foo
1. Bar

deck ben: unknown # why

Position:
Turn: Anna 5
Anna health: 20

Anna: attack with Wolf Token#2 [12:30]
# above
2) b: no block {foo} # bar
chance: Ben draws Kong
3 Ben: target Anna’s Wolf Token #2 # comment
# the end
"""  # noqa: RUF001 - phones write such quotes

CANONICAL = """Record: 1
Game: epic
# about the rules
Rules: RB-2017  # the new ones
Players: Anna, Ben
First: Anna
Event: Test  # hello

Deck Anna
3 Kong  # nice
# three
[3] Foo
1. Bar

Deck Ben: unknown  # why

Position
Turn: Anna 5
Anna health: 20

Plays
1. Anna: attack with Wolf Token#2 [12:30]
# above
2. Ben: no block  # foo; bar
chance: Ben draws Kong
3. Ben: target Anna's Wolf Token #2  # comment

# the end
"""


def test_parse_text_typed_on_phone_is_canonical():
    assert write(parse(TYPED)) == CANONICAL


def test_parse_colon_of_other_scripts_outside_comments():
    """Lines with comments go through the grammar, the others do not; both know it."""
    wide = CANONICAL.replace(": ", "：").replace("# above", "# above：below")  # noqa: RUF001
    assert write(parse(wide)) == CANONICAL.replace("# above", "# above：below")  # noqa: RUF001


@pytest.mark.parametrize("mark", ["\u00ad", "\u200b", "\u200e", "\u2068", "\u2060", "\ufeff", "\u00a0", "\u202f"])
def test_parse_invisible_marks_and_other_spaces_are_ignored(mark):
    """As a phone puts them around what it copies: at both ends of a line, behind a colon, behind a space."""
    lines = (line.partition("  #")[0] for line in CANONICAL.splitlines() if not line.startswith("#"))
    bare = write(parse("\n".join(lines)))
    ends = "".join(f"{mark}{line}{mark}\n" for line in bare.splitlines())
    for typed in (ends, bare.replace(": ", f":{mark} "), bare.replace(": ", f": {mark}")):
        assert write(parse(typed)) == bare


def test_comments_preserve_invisible_marks():
    marked = CANONICAL.replace("nice", "ni\u00adce \u2068so\u2069")
    assert write(parse(marked)) == marked


def test_canonical_text_round_trips():
    assert write(parse(CANONICAL)) == CANONICAL
    assert parse(CANONICAL) == parse(TYPED)


def test_parse_record_has_all_fields():
    record = parse(TYPED)
    assert (record.game, record.version, record.players, record.first) == ("epic", "RB-2017", ("Anna", "Ben"), 0)
    assert deck_lines(record, "Anna") == ["3 Kong", "[3] Foo", "1. Bar"]
    assert deck_lines(record, "Ben") is None
    assert [(play.actor, play.words) for play in record.plays] == [
        ("Anna", "attack with Wolf Token#2"),
        ("Ben", "no block"),
        ("chance", "Ben draws Kong"),
        ("Ben", "target Anna's Wolf Token #2"),
    ]
    assert [(play.place.line, play.place.column) for play in record.plays] == [(21, 7), (23, 7), (24, 9), (25, 8)]
    assert record.plays[1].notes == Notes(("above",), "foo; bar")
    assert record.tail == ("the end",)


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_parse_line_ends_do_not_matter(ends):
    assert parse(CANONICAL.replace("\n", ends)) == parse(CANONICAL)
    assert parse(CANONICAL.replace("\n", ends).encode()) == parse(CANONICAL)


@pytest.mark.parametrize("heading", ["Plays\n", "plays:\n", "PLAYS  # now\n", ""])
def test_parse_unnumbered_plays_without_heading(heading):
    record = parse(f"{HEADERS}{heading}Ben: keep\nchance: Ben draws Kong\nAnna: keep\n")
    assert [play.actor for play in record.plays] == ["Ben", "chance", "Anna"]


def test_parse_plays_after_deck_without_heading():
    record = parse(f"{HEADERS}Deck Anna\n3 Kong\nBen: keep\nAnna: pass\n")
    assert deck_lines(record, "Anna") == ["3 Kong"]
    assert [play.words for play in record.plays] == ["keep", "pass"]


def test_parse_deck_on_line_of_its_heading():
    record = parse(f"{HEADERS}Deck Anna: 3 Kong\n2 Lash\n")
    assert deck_lines(record, "Anna") == ["3 Kong", "2 Lash"]


def test_new_record_has_the_required_headers():
    record = new_record("epic", "RB-2017", ("Anna", "Ben"), 1, (("Seed", "7"),))
    assert write(record) == HEADERS.replace("First: Anna", "First: Ben") + "Seed: 7\n"
    assert parse(write(record)) == record


@given(records())
@settings(max_examples=150, deadline=None)
def test_record_round_trips_through_text(record: Record):
    assert parse(write(record)) == record


@given(records())
@settings(max_examples=50, deadline=None)
def test_record_round_trips_through_json(record: Record):
    assert from_json(json.loads(json.dumps(to_json(record)))) == record


@given(records(), st.data())
@settings(max_examples=150, deadline=None)
def test_damaged_record_is_parsed_or_rejected_with_place(record: Record, data: st.DataObject):
    text = write(record)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    text = text[:start] + data.draw(st.text(st.sampled_from("Deck:Plays#{}[]\n 1.\x00é"), max_size=12)) + text[end:]
    problems: tuple[Problem, ...] = ()
    read = None
    try:
        read = parse(text)
    except RecordError as error:
        problems = error.problems
    assert all(problem.line >= 1 and problem.column >= 1 and problem.message for problem in problems)
    assert read is None or write(parse(write(read))) == write(read)


def outcome(text: str) -> tuple[Record | None, list[tuple[int, str]], list[tuple[int, int]]]:
    """Return the record that ``text`` is, or what is wrong with it by line, and where its plays begin."""
    try:
        record = parse(text)
    except RecordError as error:
        return None, [(problem.line, problem.message) for problem in error.problems], []
    plays = [*record.plays, *(play for branch in record.branches for play in branch.plays)]
    return record, [], [(play.place.line, play.place.column) for play in plays]


LINES = st.sampled_from(
    (
        "Ben: pass", "12. anna: play Kong / keep", "3. *: Ben draws Kong", "Nobody: pass", "Ben: block with Kong#2",
        "Ben: pass # well", "1) Ben: x [0:12]", "Branch ruled", "Branch a: b", "Plays", "Plays:", "Deck Ben: unknown",
        "", "  # above", "Ben:", "Ben pass", "Ben: {open", "7. Ben: no  ", "Ben\t: pass", "Ben: a: b",
    )
)  # fmt: skip


@given(records(), st.lists(LINES, max_size=8))
@settings(max_examples=60, deadline=None)
@example(new_record("epic", "RB-2017", ("Anna", "Ben"), 0), ["Plays", "Ben: pass", "Branch ruled", "Ben: pass", "A: x"])
@example(new_record("epic", "RB-2017", ("Anna", "Ben"), 0), ["Plays", "Ben: pass", "Deck Ben: unknown"])
@example(new_record("epic", "RB-2017", ("Anna", "Ben"), 0), ["Plays", "Position: x", "branch: x", "Ben: pass"])
def test_plays_parsed_without_grammar_equal_those_of_grammar(record: Record, more: list[str]):
    # What is indented goes through the grammar.
    text = "\n".join((write(record), *more))
    read, problems, places = outcome(text)
    indented = outcome("\n".join(f" {line}" for line in text.split("\n")))
    assert (read, problems, [(line, column + 1) for line, column in places]) == indented


@given(st.text() | st.binary())
@example(b"\xff\xfeR\x00e\x00")
@example("{" * 5000)
@example("[" * 3000 + "\n")
@example("Deck\n" * 100)
@settings(max_examples=150, deadline=None)
def test_hostile_text_raises(text: str | bytes):
    with pytest.raises(RecordError):
        parse(text)


PLACES = [
    ("", 1, 1, "", ("`Record: ...`",)),
    ("hello\n", 1, 1, "hello", None),
    (HEADERS + "\nhello world\n", 7, 1, "hello world", None),
    (HEADERS + "1. Anna: pass\n2. Carl: pass\n", 7, 4, "Carl", ("Anna", "Ben", "chance")),
    (HEADERS + "1. Anna: pass\n2. Ben:  # nothing\n", 7, 8, "", ("words after the colon",)),
    (HEADERS + "Deck Anna\n1. Kong {which} : 3\n", 7, 1, "1. Kong: 3", ()),
    (HEADERS + "Deck Carl\n3 Kong\n", 6, 6, "Carl", ("Anna", "Ben")),
    (HEADERS + "Deck Anna\n3 Kong\nDeck Anna\n", 8, 1, "Anna", ()),
    (HEADERS + "Plays\nAnna: pass {never closed\n", 7, 12, "{never closed", ("`}`",)),
    (HEADERS.replace("Record: 1", "Record: 2"), 1, 1, "2", ("1",)),
    (HEADERS.replace("First: Anna", "First: Carl"), 5, 1, "Carl", ("Anna", "Ben")),
    (HEADERS.replace("Players: Anna, Ben", "Players: Anna, anna"), 4, 1, "Anna, anna", ()),
    (HEADERS.replace("Players: Anna, Ben", "Players: Anna"), 4, 1, "Anna", ("`Players: Anna, Ben`",)),
    (HEADERS + "Rules: CR-2016-03\n", 6, 1, "Rules:", ()),
    (HEADERS.replace("Game: epic\n", ""), 4, 1, "", ("`Game: ...`",)),
    (HEADERS + "Anna: pass\x00\n", 6, 11, "character U+0000", ()),
    (HEADERS.encode() + b"Event: caf\xe9\n", 6, 11, "byte 0xe9", ()),
    (HEADERS + "x" * 4001 + "\n", 6, 4000, "", ()),
]


@pytest.mark.parametrize(("text", "line", "column", "found", "expected"), PLACES)
def test_error_has_line_column_found_and_expected(text, line, column, found, expected):
    with pytest.raises(RecordError) as caught:
        parse(text)
    problem = caught.value.problems[0]
    assert (problem.line, problem.column, problem.found) == (line, column, found)
    if expected is not None:
        assert problem.expected == expected
    assert problem.with_column == f"line {line}, column {column}: {problem.message}"
    assert str(caught.value).startswith(f"line {line}: {problem.message}")


def test_header_errors_are_reported_together():
    with pytest.raises(RecordError) as caught:
        parse("Record: 3\nGame:\nPlayers: Anna\n")
    assert [(problem.line, problem.column) for problem in caught.value.problems] == [
        (1, 1),
        (2, 1),
        (3, 1),
        (3, 1),
        (3, 1),
    ]


def test_parse_record_of_other_game_raises():
    with pytest.raises(RecordError, match="is of the game 'epic', not of 'hex'"):
        parse(HEADERS, game="hex")
    assert parse(HEADERS, game="Epic").game == "epic"


@pytest.mark.parametrize("size", [MAX_CHARACTERS + 1, 1_000_000, 8_000_000])
def test_parse_too_large_text_raises(size):
    for text in ("x" * size, b"x" * size, "\n" * size):
        with pytest.raises(RecordError):
            parse(text)


BAD_JSON: list[object] = [
    None,
    [],
    {},
    {"record": 2},
    {"record": 1, "headers": "none"},
    {"record": 1, "headers": [1]},
    {"record": 1, "headers": [{"key": 1, "value": ""}]},
    {"record": 1, "headers": [{"key": "Record", "value": "1"}]},
    {**to_json(parse(CANONICAL)), "plays": [{"actor": "Anna", "words": "pass\nBen: pass"}]},
    {**to_json(parse(CANONICAL)), "plays": [{"actor": "Carl", "words": "pass"}]},
    {**to_json(parse(CANONICAL)), "tail": [1]},
]


@pytest.mark.parametrize("data", BAD_JSON)
def test_from_json_of_other_shape_raises(data):
    with pytest.raises(RecordError):
        from_json(data)


def test_documented_example_is_legal_record():
    page = files("rules.judge").joinpath("RECORD.md").read_text(encoding="utf-8")
    example_text = page.split("```")[1]
    record = parse(example_text)
    assert replay(EPIC, record).verdict is Verdict.LEGAL
    assert len(record.plays) == 4
    assert record.plays[3].notes.comment == "the guard was prepared, both agree"


@pytest.mark.parametrize(
    ("headers", "messages"),
    [
        (
            "Game: epik\nRules: RB-2018\nPlayers: Anna\nFirst: Ben",
            [
                "unknown game 'epik'; choose from epic",
                "'RB-2018' is no rules version; RB-2017 or CR-2016-03 is",
                "a game has 2 to 10 players, separated by commas",
            ],
        ),
        (
            "Game: epic\nRules: RB-2018\nPlayers: Anna, Ben\nFirst: Carl",
            ["'RB-2018' is no rules version; RB-2017 or CR-2016-03 is", "First names 'Carl', who is no player"],
        ),
        ("Game: epic\nRules: RB-2017\nPlayers: Anna, Anna\nFirst: Anna", ["two players have the same name"]),
        ("Game: epic\nRules: RB-2017\nFirst: Anna", ["the header Players is missing"]),
        (
            "Game: epic\nRuels: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\nEvent: Cup",
            ["the header Rules is missing: did you mean it by 'Ruels'?"],
        ),
    ],
)
def test_errors_of_all_headers_are_reported_without_consequential_errors(headers, messages):
    text = f"Record: 1\n{headers}\n\nDeck Ben\n3 Kong\n\nPlays\nAnna: pass\nBen: pass\n"
    with pytest.raises(RecordError) as caught:
        parse(text, versions_by_game={"epic": ("RB-2017", "CR-2016-03")})
    assert [problem.message for problem in caught.value.problems] == messages


IN_A_POSITION = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: {}\nFirst: Ben\nPosition\nTurn: Ben 5\n"


@pytest.mark.parametrize(
    ("players", "lines", "fields", "plays"),
    [
        ("Anna, Ben", "A ch: Kong\nA: pass\nB: pass", ["A ch"], [("Anna", "pass"), ("Ben", "pass")]),
        ("Anna, Ben", "Init: Ben\nbe: pass\nA: x / B: y", ["Init"], [("Ben", "pass"), ("Anna", "x"), ("Ben", "y")]),
        ("Outi, Ben", "Out: Ben\nOu: pass\nOut: pass", ["Out"], [("Outi", "pass"), ("Outi", "pass")]),
        ("Phaedra, Ben", "Pha: battle\nPhae: pass", ["Pha"], [("Phaedra", "pass")]),
        ("Anna B, Ben", "Anna B hand: Kong\nAnna: pass", ["Anna B hand"], [("Anna B", "pass")]),
    ],
)
def test_shortened_player_ends_position_without_matching_field(players, lines, fields, plays):
    record = parse(IN_A_POSITION.format(players) + lines)
    assert record.position is not None
    assert [each.key for each in record.position.fields] == ["Turn", *fields]
    assert [(play.actor, play.words) for play in record.plays] == plays
    assert parse(write(record)) == record


def test_shortened_player_of_several_in_position_raises_with_names():
    with pytest.raises(RecordError) as caught:
        parse(IN_A_POSITION.format("Andrea, Anna, Ben") + "B hand: Kong\nA: pass")
    assert [problem.message for problem in caught.value.problems] == [
        "'A' could mean Andrea or Anna; a play begins with Andrea or Anna or Ben or chance"
    ]


def test_shortened_player_of_several_raises_with_names():
    text = (
        "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Andrea\nFirst: {}\nDeck {}: unknown\nPlays\n{}: pass\n"
    )
    for written in (("An", "Anna", "Anna"), ("Anna", "An", "Anna"), ("Anna", "Anna", "An")):
        with pytest.raises(RecordError) as caught:
            parse(text.format(*written))
        (problem,) = caught.value.problems
        assert problem.message.startswith("'An' could mean Anna or Andrea")
