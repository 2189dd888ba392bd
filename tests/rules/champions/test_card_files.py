"""Champions card files: card texts, errors with their position, reading and writing."""

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules.__main__ import main
from rules.champions.cards import (
    Alliance,
    Card,
    CardClass,
    CardFile,
    CardType,
    Category,
    Corner,
    Duration,
    Line,
    Objective,
    ObjectiveKind,
    Origin,
    Shape,
    When,
    load_house_set,
    load_published,
    read_card_file,
    read_line,
)
from rules.champions.cards.instructions import PASSIVE, UNTIL, VOCABULARY, Node, format_instruction, parse_instruction
from rules.champions.cards.line_validation import EVENTS, PLAYED, line_error
from rules.champions.cards.serialization import to_toml
from rules.champions.effects import unsupported_lines
from rules.champions.engine import ENGINE
from rules.champions.notation.record_notation import NOTATION
from rules.champions.own_cards import FORM, own_cards
from rules.champions.rulebooks import RULEBOOKS
from rules.champions.state import ChampionsState
from rules.decks.card_files import CardFileError
from rules.engine.decision import SetupError, UndeterminedError
from rules.engine.game import Setup
from rules.games import CHAMPIONS

HEAD = 'format = "champions-cards 2"\ntitle = "City event"\n'
PIKES = """
[[cards]]
name = "Bridge Pikes"
type = "action"
category = "unit"
alliance = "Order"
tags = []
corners = ["(2)", "(2)", "", ""]
text = ["now: damage v foe"]
"""


def reported_errors(text: str) -> list[tuple[int, int, str, str]]:
    with pytest.raises(CardFileError) as raised:
        CHAMPIONS.with_cards(HEAD + text)
    return [(each.line, each.column, each.card, each.message) for each in raised.value.errors]


def test_vocabulary_words_and_node_types_match():
    nodes = {type(parse_instruction(words)) for words in VOCABULARY}
    assert nodes == set(Node.__args__)
    assert FORM.words["Timings of a line of text"].keys() == {str(when) for when in PLAYED}


EXAMPLES = [
    ("2.2.3", "while: foe champion opposite cannot deploy unit"),
    ("2.5.1.4", "now: heal v you; draw 1"),
    ("2.5.2.4", "now: heal 2 you"),
    ("2.6.4", "now: damage 1 foe"),
    ("2.7.1", "last: damage 1 foe"),
    ("2.7.1", 'does: grant one own unit "last: damage 1 foe" until end of your next turn'),
    ("2.9.3", "act: heal 1 you"),
    ("2.12.4", "would own damaged: instead heal 1 you"),
    ("3.1.5b", "enters: discard 1 you"),
    ("4.1.1.4", "start: damage 1 you"),
    ("4.1.1.4", "does: trigger one lit unit"),
    ("4.1.2.2a", "while: damage by own card +1"),
    ("4.1.2.2a", "while: damage to you -1"),
    ("4.1.2.4b", "now: remove one foe unit or spell"),
    ("4.1.3.2e", "does: deploy up to 1 unit from discard to here"),
    ("6.1.2/deploy", "does: deploy up to 2 unit:Orruk from hand to here"),
    ("6.1.2/support", "now 4: damage 4+support foe"),
]
"""What the examples of the document speak of, by unit, in the words of card files."""


@pytest.mark.parametrize(("unit", "line"), EXAMPLES)
def test_examples_of_the_document_can_be_written(unit: str, line: str):
    (book,) = RULEBOOKS.values()
    assert f"CH:{unit}" in book
    assert line_error(read_line(line), None) is None


@pytest.mark.parametrize(
    ("written_as", "column", "message"),
    [
        ("now: damag v foe", 15, "text 'damag v foe' is no instruction; did you mean `damage v foe`?"),
        ("now: draw 1; fly", 23, "text 'fly' is no instruction; known: `damage 2 foe`, `damage v foe`,"),
        ("now: draw 0", 15, "text 'draw 0' does nothing: write a number from 1 to 99"),
        ("now: damage to you -1", 15, "text 'damage to you -1' cannot stand behind `now`: begin the line with `while`"),
        ("while: draw 1", 17, "text 'draw 1' cannot stand behind `while`: after `while` write a passive effect"),
        ("leaves: fly", 18, "text 'fly' is no instruction; known: `damage 2 foe`"),
        ("when own units fall: draw 1", 15, "text 'own units fall' is not a known event; did you mean `own unit "),
        (
            "would own unit removed: draw 1",
            16,
            "text 'own unit removed' cannot be replaced; `would` knows `own damaged`",
        ),
        ("would own damaged: draw 1", 10, "text 'would' has one instruction, which begins with `instead`"),
        ("now: instead draw 1", 15, "text 'instead draw 1' cannot stand behind `now`: `instead` belongs to `would`"),
        ("now: remove it", 15, "text 'remove it' says `it`, and no card has been named in the line before"),
        ("now: remove one lit unit", 10, "text 'now' does not fit: the card has no Subject Image, so nothing is"),
        ("when it rains: draw 1", 15, "text 'it rains' is not a known event; known: `own unit deployed`"),
        ("turn when own unit deployed: draw 1", 39, "text 'draw 1' is not allowed: a line that rotates the card"),
        ("while 2: damage to you -1", 10, "text 'while' is not carried out on single corners; now, start, end,"),
        ("does: draw 1", 10, "text 'does' does not fit: only Abilities and Instant Blessings are carried out at once"),
        ("fly", 10, "text 'fly' does not say when it is carried out: begin with now, does,"),
        ("? now: draw 1", 10, "text '?' is not needed: the line can be carried out; leave it out"),
    ],
)
def test_unsupported_line_is_reported_with_line_and_column(written_as: str, column: int, message: str):
    ((line, at, card, output),) = reported_errors(PIKES.replace("now: damage v foe", written_as))
    assert (line, at, card) == (11, column, "Bridge Pikes")
    assert output.startswith(message)


def test_errors_in_json_and_multiline_values_have_places():
    text = (
        '{"format": "champions-cards 2", "cards": [\n'
        ' {"name": "A", "text": ["now: \\"x\\"", "? leaves: fly", "now: draww 1"]}, {"name": "B",\n  "cost": 99}]}'
    )
    with pytest.raises(CardFileError) as raised:
        CHAMPIONS.with_cards(text)
    assert [(each.place, each.card) for each in raised.value.errors] == [
        ("line 2, column 31", "A"),
        ("line 2, column 62", "A"),
        ("line 3, column 3", "B"),
    ]


def test_unsupported_marked_line_is_stored_and_card_is_unplayable():
    own = CHAMPIONS.with_cards(
        HEAD + PIKES.replace("now: damage v foe", "? leaves: fly") + '[[cards]]\nname = "B"\n'
    ).own
    assert own is not None
    assert own.unplayed == {
        "Bridge Pikes": ("leaves: fly",),
        "B": ("type not known", "alliance not known", "text not known"),
    }


def test_card_file_of_format_1_is_read_unchanged():
    text = (HEAD + PIKES.replace("now: damage v foe", "leaves: fly")).replace("cards 2", "cards 1")
    own = CHAMPIONS.with_cards(text).own
    assert own is not None
    assert own.unplayed == {"Bridge Pikes": ("leaves: fly",)}


@pytest.mark.parametrize("file", [load_house_set(), load_published()], ids=["house set", "published"])
def test_card_files_of_package_round_trip_through_toml(file: CardFile):
    again = read_card_file(to_toml(file).encode())
    assert (again.cards, again.decks, again.complete, again.title) == (
        file.cards,
        file.decks,
        file.complete,
        file.title,
    )


AMOUNTS = st.integers(1, 3).map(str) | st.sampled_from(
    ("v", "v+support", "2+support", "count own unit", "count any card")
)
ONE_CARD = st.sampled_from(
    (
        "this",
        "own unit",
        "one own unit",
        "one foe unit or spell",
        "any unit and spell",
        "one any unit:Watch",
        "two own spell",
    )
)
TURNS = st.sampled_from(UNTIL)
BASIC = st.one_of(
    st.builds("damage {} {}{}".format, AMOUNTS, st.sampled_from(("you", "foe")), st.sampled_from(("", " rend"))),
    st.builds("damage {} you, {} foe".format, AMOUNTS, AMOUNTS),
    st.builds("heal {} {}".format, AMOUNTS, st.sampled_from(("you", "foe"))),
    st.builds("heal {} you, {} foe".format, AMOUNTS, AMOUNTS),
    st.builds("draw {}{}".format, AMOUNTS, st.sampled_from(("", " foe"))),
    st.builds("discard {} {}".format, AMOUNTS, st.sampled_from(("you", "foe"))),
    st.builds("{} {}".format, st.sampled_from(("remove", "exhaust", "restart", "return", "trigger")), ONE_CARD),
    st.builds("rotate {} {}".format, ONE_CARD, st.sampled_from((-2, -1, 1, 2))),
    st.builds("dormant {} until {}".format, ONE_CARD, TURNS),
    st.builds(
        'grant {} "{}" until {}'.format, ONE_CARD, st.sampled_from(("last: draw 1", "now 1,2: heal v you")), TURNS
    ),
    st.builds(
        "deploy {}{} {} from {} to {}".format,
        st.sampled_from(("", "up to ")),
        st.integers(1, 2),
        st.sampled_from(("unit", "spell", "unit:Watch")),
        st.sampled_from(("hand", "discard", "deck")),
        st.sampled_from(("here", "own champions", "one own champion")),
    ),
    st.builds(
        "move {} {} from hand to {}".format,
        st.integers(1, 2),
        st.sampled_from(("card", "unit")),
        st.sampled_from(("under deck", "top of deck", "discard")),
    ),
    st.builds(
        "{} one own {} with {} from {}".format,
        st.sampled_from(("swap", "replace")),
        st.sampled_from(("unit", "spell")),
        st.sampled_from(("unit", "spell")),
        st.sampled_from(("hand", "discard")),
    ),
    st.sampled_from(("actions 1", "search deck unit", "swap lanes of two own champions")),
)
DOES = st.one_of(BASIC, st.builds("may {}".format, BASIC), st.builds("choose {} / {}".format, BASIC, BASIC), BASIC)
APPLIES = st.one_of(
    st.builds(
        "damage {} {}{}".format,
        st.sampled_from(
            ("to you", "to you by opposite", "by own unit", "by own unit here", "by own card", "to foe by this")
        ),
        st.sampled_from("+-"),
        AMOUNTS,
    ),
    st.sampled_from(
        (
            "foe cards cannot act", "own champion cannot deploy unit", "foe champion opposite cannot deploy spell",
            "this cannot rotate", "any unit and spell cannot rotate", 'own unit gains "last: draw 1"',
            'any spell gains "when own damaged ≥2: heal 1 you"',
        )
    ),
)  # fmt: skip
EVERY_EVENT = st.sampled_from(tuple(EVENTS)) | st.builds(
    "{} {}{} {}".format,
    st.sampled_from(("own", "foe", "any")),
    st.sampled_from(("unit", "spell", "card", "unit:Watch", "blessing")),
    st.sampled_from(("", " here", " opposite", " beside")),
    st.sampled_from(("played", "after-played", "deployed", "removed", "exhausted", "left")),
)
LINES = st.one_of(
    st.builds(
        lambda when, corners, does: Line(when, tuple(sorted(corners)), "", tuple(does)),
        st.sampled_from((When.NOW, When.START, When.END, When.ACT, When.LAST)),
        st.sets(st.integers(1, 4), max_size=2),
        st.lists(DOES, min_size=1, max_size=2),
    ),
    st.builds(lambda does: Line(When.DOES, (), "", tuple(does)), st.lists(DOES, min_size=1, max_size=2)),
    st.builds(lambda does, more: Line(When.DOES, (), "", (does, f"if done: {more}")), BASIC, BASIC),
    st.builds(
        lambda when, does: Line(when, (), "", (does,)), st.sampled_from((When.EXHAUSTS, When.LEAVES, When.ENTERS)), DOES
    ),
    st.builds(lambda applies: Line(When.WHILE, (), "", (applies,)), APPLIES),
    st.builds(lambda event, does: Line(When.EVENT, (), event, (does,)), EVERY_EVENT, DOES),
    st.builds(lambda event: Line(When.TURN, (), event), EVERY_EVENT),
    st.builds(
        lambda event, does: Line(When.WOULD, (), event, (f"instead {does}",)),
        st.sampled_from(("own damaged", "own damaged ≥2", "any healed")),
        BASIC,
    ),
    st.builds(lambda: Line(When.LEAVES, (), "", ("fly",))),
)
SYMBOLS = st.builds(Corner, st.sampled_from((Shape.SMOOTH, Shape.CLUNKY)), st.none() | st.integers(0, 3))
CORNERS = st.lists(SYMBOLS, min_size=1, max_size=4).map(lambda some: (*some, *[Corner(Shape.NONE)] * (4 - len(some))))
QUESTS = st.tuples(*[st.none() | st.builds(Objective, st.sampled_from(ObjectiveKind))] * 4)
KINDS: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    (
        {"kind": CardType.CHAMPION, "card_class": CardClass.WARRIOR_WIZARD, "cost": 4, "health": 1, "unique": False},
        {"kind": CardType.BLESSING, "duration": Duration.INSTANT, "corners": ()},
        {"kind": CardType.BLESSING, "duration": Duration.PASSIVE},
        {"kind": CardType.ACTION, "category": Category.UNIT},
        {"kind": CardType.ACTION, "category": Category.SPELL},
        {"kind": CardType.ACTION, "category": Category.ABILITY, "card_class": CardClass.ANY},
        {},
    )
)


@st.composite
def some_cards(draw: st.DrawFn, name: str) -> Card:
    facts: dict[str, Any] = dict(draw(KINDS))
    if facts.get("kind") is CardType.CHAMPION:
        facts["quest"] = draw(QUESTS)
    elif "corners" not in facts and facts.get("category") is not Category.ABILITY:
        facts["corners"] = draw(CORNERS)
    facts["tags"] = draw(st.sampled_from(((), ("Watch",))))
    text = draw(st.lists(LINES, max_size=3).map(tuple))
    return Card(name, Origin.ORGANISER, alliance=Alliance.ORDER, text=text, **facts)


FILES = st.integers(1, 6).flatmap(lambda count: st.tuples(*(some_cards(f"Card {n}") for n in range(count))))


@given(FILES)
def test_serialized_cards_parse_to_the_same_cards(cards: tuple[Card, ...]):
    file = CardFile("City “event” \\ 1", Origin.ORGANISER, False, cards, (), "")
    text = to_toml(file)
    again = read_card_file(text.encode())
    assert again.cards == cards
    assert to_toml(again) == text
    for card in cards:
        for line in card.text or ():
            for words in line.instructions if line_error(line, card) is None else ():
                node = parse_instruction(words)
                assert node is not None
                assert format_instruction(node) == words
                assert isinstance(node, PASSIVE) is (line.when is When.WHILE)


def complete_card(kind: CardType, number: int, text: tuple[Line, ...], corners: tuple[Corner, ...]) -> Card:
    """Return a card of which everything is known; of its lines those that fit."""
    facts: dict[str, Any] = {"alliance": Alliance.ORDER, "tags": ()}
    if kind is CardType.CHAMPION:
        facts |= {"card_class": CardClass.WARRIOR_WIZARD, "cost": 4, "health": 1, "unique": False}
        facts["quest"] = (Objective(ObjectiveKind.UNIT), Objective(ObjectiveKind.DAMAGE)) * 2
    elif kind is CardType.BLESSING:
        facts |= {"duration": Duration.PASSIVE, "corners": corners if number % 2 else ()}
    elif number % 3:
        facts |= {"category": Category.UNIT if number % 2 else Category.SPELL, "corners": corners}
    else:
        facts |= {"category": Category.ABILITY, "card_class": CardClass.ANY}
    card = Card(f"{kind} {number}", Origin.ORGANISER, kind=kind, text=(), **facts)
    fitting = tuple(line for line in text if line_error(line, card) is None)
    return Card(card.name, Origin.ORGANISER, kind=kind, text=fitting, **facts)


@st.composite
def playable_files(draw: st.DrawFn) -> str:
    counts = {CardType.CHAMPION: 4, CardType.BLESSING: 4, CardType.ACTION: 6}
    cards = tuple(
        complete_card(kind, number, draw(st.lists(LINES, max_size=3).map(tuple)), draw(CORNERS))
        for kind, count in counts.items()
        for number in range(count)
    )
    return to_toml(CardFile("Drawn", Origin.ORGANISER, False, cards, (), ""))


def described_again(state: ChampionsState, cards: Any) -> ChampionsState:
    """Return the game that is read from the position of a game."""
    fields: dict[str, list[str]] = {}
    for key, text in NOTATION.describe(state):
        fields.setdefault(key, []).append(text)
    return NOTATION.position(fields, Setup(("Anna", "Ben"), (None, None), 0, "CR-2018-11", cards=cards))


@settings(max_examples=40)
@given(playable_files(), st.integers(0, 2**16))
def test_game_with_random_card_file_reaches_its_end(text: str, seed: int):
    own = own_cards(text)
    assert own.unplayed == {}
    chance = random.Random(seed)
    decks = tuple(ENGINE.random_deck(chance, own.cards) for _ in range(2))
    state = ENGINE.new_game(Setup(("Anna", "Ben"), decks, 0, "CR-2018-11", cards=own.cards))
    for _ in range(400):
        if state.over:
            break
        if state.pending is not None and state.pending.kind == "pick":
            assert described_again(state, own.cards).digest() == state.digest()
        stored = ENGINE.copy(state)
        try:
            ENGINE.apply(state, ENGINE.sample(state, chance))
        except UndeterminedError:
            state = stored  # cards that replace each other's damage without end (CH-52)
            break
    assert type(state).from_json(state.to_json(), own.cards).digest() == state.digest()


DECK = "Champion 0\nChampion 1\nChampion 2\nChampion 3\nBlessing 0\nBlessing 1\nBlessing 2\nBlessing 3\n30 Action 1\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    strike = Line(When.NOW, (), "", ("damage v foe",))
    corners = (Corner(Shape.SMOOTH, 2), Corner(Shape.SMOOTH, 2), Corner(Shape.NONE), Corner(Shape.NONE))
    kinds = (*[CardType.CHAMPION] * 4, *[CardType.BLESSING] * 4, *[CardType.ACTION] * 2)
    cards = tuple(complete_card(kind, number % 4, (strike,), corners) for number, kind in enumerate(kinds))
    path = tmp_path / "cards.toml"
    path.write_text(to_toml(CardFile("City event", Origin.ORGANISER, False, cards, (), "")), encoding="utf-8")
    return path


def test_commands_play_and_replay_with_card_file(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    deck, record = tmp_path / "deck.txt", tmp_path / "game.rec"
    deck.write_text(DECK, encoding="utf-8")
    call = ["play", "--game", "champions", "--cards", str(file), "--decks", str(deck), str(deck), "--out", str(record)]
    assert main(call) == 0
    own = CHAMPIONS.with_cards(file.read_text(encoding="utf-8"))
    assert f"Cards: {own.cards_reference}\n" in record.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["replay", str(record), "--cards", str(file)]) == 0
    assert own.card_file_notice in capsys.readouterr().out
    assert main(["legal", str(record), "--cards", str(file)]) == 0
    assert main(["explain", str(record), "--line", "0", "--cards", str(file)]) == 0
    capsys.readouterr()
    assert main(["replay", str(record)]) == 2
    assert f"is played with the card file {own.cards_reference[5:]}: add that file" in capsys.readouterr().err
    file.write_text(file.read_text(encoding="utf-8").replace("City", "Town"), encoding="utf-8")
    assert main(["replay", str(record), "--cards", str(file)]) == 2
    message = f"is played with the card file {own.cards_reference[5:]}, but the available one is"
    assert message in capsys.readouterr().err
    file.write_text(file.read_text(encoding="utf-8").replace("damage v", "damag v"), encoding="utf-8")
    assert main(["replay", str(record), "--cards", str(file)]) == 2
    assert capsys.readouterr().err.startswith(f"{file}: line ")


def test_library_plays_and_replays_game_with_card_file(file: Path):
    text = file.read_text(encoding="utf-8")
    names = [*(f"{kind} {number}" for kind in ("Champion", "Blessing") for number in range(4)), *["Action 1"] * 30]
    table = rules.game([names, names], slug="champions", card_file=text)
    while table.to_act != rules.CHANCE:
        table.apply(next(table.legal()))
    assert rules.position(table.record(), text).digest() == table.digest()
    assert rules.verdict(table.record(), text) is rules.Verdict.LEGAL
    assert table.board(rules.PUBLIC).notes[0] == "These cards are defined in the card file of an organiser."
    assert rules.replay(table.position(), text).game.cards_reference == table.game.cards_reference
    with pytest.raises(rules.RecordError, match="add that file"):
        rules.replay(table.record())


def test_record_needing_unplayable_card_names_it(file: Path):
    text = file.read_text(encoding="utf-8").replace("corners = [", "tags = []\ncorners = [", 0)
    marked = text.replace('text = ["now: damage v foe"]', 'text = ["? leaves: fly"]')
    game = CHAMPIONS.with_cards(marked)
    names = DECK.replace("30 Action 1\n", "").split("\n")[:-1] + ["Action 1"] * 30
    with pytest.raises(SetupError, match=r"engine: not yet: Action 1 \(leaves: fly\)"):
        ENGINE.new_game(Setup(("Anna", "Ben"), (tuple(names),) * 2, 0, "CR-2018-11", cards=game.cards))


def test_unsupported_lines_lists_missing_parts_of_every_card_type():
    assert unsupported_lines(Card("A", Origin.ORGANISER, kind=CardType.BLESSING)) == (
        "alliance not known",
        "duration not known",
        "corners not known",
        "text not known",
    )


def test_built_in_set_needs_and_accepts_no_card_file(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    record = tmp_path / "house.rec"
    assert main(["play", "--game", "champions", "--seed", "1", "--out", str(record)]) == 0
    capsys.readouterr()
    assert main(["replay", str(record), "--cards", str(file)]) == 2
    assert "is played with 'house set', so no card file belongs to it" in capsys.readouterr().err
