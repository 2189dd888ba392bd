"""An organiser's card file of Epic: read, written, played with, and its errors reported."""

import json
import random
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from rules.__main__ import main
from rules.decks import Verdict, parse
from rules.decks.card_files import CardFileError, Source
from rules.decks.card_files.nodes import MAX_DEPTH, MAX_NODES
from rules.engine.decision import UndeterminedError
from rules.engine.game import Setup
from rules.epic.cards import CATALOGUE, PRINTINGS, CardSet
from rules.epic.cards.game_cards import PUBLISHED, game_cards_of
from rules.epic.engine import ENGINE
from rules.epic.own_cards.file_format import FILE_FORMAT
from rules.epic.own_cards.parsing import parse_card_file
from rules.epic.own_cards.serialization import card_to_row, write_card_file
from rules.epic.own_cards.text_validation import find_text_errors
from rules.epic.state import EpicState
from rules.games import EPIC, PlayableGame, game_for_record
from rules.judge.record import RecordError
from rules.judge.record import parse as parse_record
from rules.judge.replay.replayer import replay
from tests.rules.epic.cards.random_cards import drawn_card

DAY = date(2018, 1, 1)
NINETEEN = [card.name for card in CATALOGUE if card.cost == 1 and card.is_deck_card][:19]
HEAD = 'format = "epic-cards 1"\ntitle = "City event"\n'
BELLS = """
[[cards]]
name = "Morning Bells"
type = "event"
alignments = ["Good"]
cost = 1
effects = [
  { is = "on play", modes = [
    { effects = [{ is = "damage", amount = 3, to = { is = "target", what = "any" } }] },
  ] },
]
"""


def reported_errors(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(CardFileError) as raised:
        parse_card_file(text)
    return [(each.line, each.column, each.message) for each in raised.value.errors]


def test_published_cards_round_trip_through_toml() -> None:
    own = parse_card_file(write_card_file(PRINTINGS, "Everything"))
    assert own.cards.all_printings() == CATALOGUE.all_printings()
    assert own.cards.reworded == CATALOGUE.reworded
    assert (set(own.sources.values()), own.unplayed, len(own.sources)) == ({Source.OVERRIDDEN}, {}, len(CATALOGUE))


def test_published_cards_round_trip_through_json() -> None:
    rows = [card_to_row(card) for card in PRINTINGS]
    own = parse_card_file(json.dumps({"format": "epic-cards 1", "cards": rows}, indent=1))
    assert own.cards.all_printings() == CATALOGUE.all_printings()


def test_published_card_texts_have_no_errors() -> None:
    assert {card.name: list(find_text_errors(card)) for card in PRINTINGS if list(find_text_errors(card))} == {}


def test_card_file_of_published_cards_plays_equal_game() -> None:
    of_file = parse_card_file(write_card_file(PRINTINGS)).cards
    for seed in range(3):
        logs = []
        for cards in (None, of_file):
            chance = random.Random(seed)
            decks = tuple(ENGINE.random_deck(chance, cards) for _ in range(2))
            state = ENGINE.new_game(Setup(("Anna", "Ben"), decks, 0, "RB-2017", cards=cards))
            while not state.over:
                ENGINE.apply(state, ENGINE.sample(state, chance))
            logs.append((state.log, state.digest(), [ENGINE.describe_event(state, event) for event in state.log]))
        assert logs[0] == logs[1]


def test_card_file_example_is_valid() -> None:
    own = parse_card_file(FILE_FORMAT.example)
    assert own.title == "City event"
    assert own.unplayed == {}
    assert own.sources == {
        "Warden of the Bridge": Source.INVENTED,
        "Morning Bells": Source.INVENTED,
        "Toll Token": Source.INVENTED,
        "Kong": Source.OVERRIDDEN,
    }
    warden, kong = own.cards.card("warden of the bridge"), own.cards.card("Kong")
    assert (warden.set, warden.markers, warden.playable) == (CardSet.INVENTED, ("expend", "tribute"), True)
    assert kong == replace(
        CATALOGUE.card("Kong"), offense=12, sources=(*CATALOGUE.card("Kong").sources, "the organiser's card file")
    )
    assert CATALOGUE.get("Morning Bells") is None, "the game itself stays as it was"


def test_card_file_invented_cards_are_played_and_stored() -> None:
    cards = parse_card_file(FILE_FORMAT.example).cards
    decks = (("Warden of the Bridge", "Morning Bells") * 15, ("Kong",) * 30)
    state = ENGINE.new_game(Setup(("Anna", "Ben"), decks, 0, "RB-2017", cards=cards))
    chance = random.Random(1)
    seen = set[str]()
    for _ in range(150):
        if state.over:
            break
        answer = ENGINE.sample(state, chance)
        words = EPIC.notation.render(state, answer)
        read = EPIC.notation.read(state, answer.seat, words).action
        assert ENGINE.check(state, read) == []
        ENGINE.apply(state, answer)
        seen |= {state.table[champion.cid].name for seat in state.seats for champion in seat.champions}
    assert {"Toll Token", "Warden of the Bridge"} <= seen
    assert EpicState.from_json(json.loads(json.dumps(state.to_json())), cards).digest() == state.digest()
    with pytest.raises(ValueError, match="no card named"):
        EpicState.from_json(state.to_json())


def test_card_file_tokens_are_numbered_after_published_ones() -> None:
    cards = game_cards_of(parse_card_file(FILE_FORMAT.example).cards)
    assert cards.tokens == (*PUBLISHED.tokens, "Toll Token")
    assert game_cards_of(cards.catalogue) is cards


def test_card_file_set_identifies_printing() -> None:
    own = parse_card_file(HEAD + '[[cards]]\nname = "Teleport"\nset = "Promo"\ncost = 1\n')
    new, old = own.cards.printings("Teleport")
    assert (new.cost, old.cost) == (CATALOGUE.printings("Teleport")[0].cost, 1)
    effects = '[{ is = "on play", modes = [{ effects = ["recycle"] }] }]'
    both = parse_card_file(f'{HEAD}[[cards]]\nname = "Teleport"\ncost = 1\neffects = {effects}\n')
    assert {card.cost for card in both.cards.printings("Teleport")} == {1}
    assert "Teleport" not in both.cards.reworded


INSIDE = "effects[0].modes[0].effects[0]"
KNOWN = f"known: {', '.join(FILE_FORMAT.fields)}"


@pytest.mark.parametrize(
    ("was", "now", "place", "output"),
    [
        ('is = "damage"', 'is = "damge"', (11, 25), f"{INSIDE}.is: no instruction 'damge'; did you mean 'damage'?"),
        ("amount = 3", "amount = 100", (11, 44), f"{INSIDE}.amount: 100: expected a whole number from 0 to 99"),
        ("amount = 3", "amont = 3", (11, 43), f"{INSIDE}.amont: damage has no 'amont'; did you mean 'amount'?"),
        (
            '"any"',
            '"anybody"',
            (11, 76),
            f"{INSIDE}.to.what: 'anybody' is none of champion, player, any, discard, hand, revealed",
        ),
        ('"any"', '"hand"', (11, 52), f"{INSIDE}.to: this is a card, and damage takes a champion or player"),
        ('{ is = "target", what = "any" }', '"picked"', (11, 52), f"{INSIDE}.to: nothing is picked before this"),
        ("cost = 1", "cost = 2", (8, 1), "cost 2: expected a whole number from 0 to 1"),
        ('"event"', '"evnt"', (6, 1), "type 'evnt': did you mean event? expected champion, event, deity"),
        ('"event"', '"champion"', (4, 0), "nothing is known of this card yet: tell offense and defense as well"),
        ("cost = 1", "cots = 1", (8, 1), f"'cots' is not known of a card; did you mean 'cost'?; {KNOWN}"),
        (
            '"Morning Bells"',
            '"Ring: twice"',
            (5, 1),
            "'Ring: twice' means something else in a record: give the card another name",
        ),
        (
            "epic-cards 1",
            "epic-cards 9",
            (1, 1),
            'the file does not say that it is a card file: write format = "epic-cards 1"',
        ),
    ],
)
def test_card_file_error_has_line_field_and_expected_value(
    was: str, now: str, place: tuple[int, int], output: str
) -> None:
    text = (HEAD + BELLS).replace(was, now, 1)
    assert (*place, output) in reported_errors(text)


def test_card_file_errors_are_all_reported_in_line_order() -> None:
    twice = BELLS.replace("amount = 3", 'amount = "x"').replace('"Morning', '"Evening')
    text = HEAD + BELLS.replace("cost = 1", "cost = 5") + twice + '[[cards]]\nname = "Kong"\nset = "Promo"\n'
    assert [(line, message.partition(":")[0]) for line, _, message in reported_errors(text)] == [
        (8, "cost 5"),
        (22, "effects[0].modes[0].effects[0].amount"),
        (27, "set Promo"),
    ]


def test_card_file_text_making_unknown_token_is_error() -> None:
    text = FILE_FORMAT.example.replace('name = "Toll Token", count', 'name = "Tol Token", count')
    assert [message.partition("; known")[0] for _, _, message in reported_errors(text)] == [
        "effects[0].effects[0].name: 'Tol Token' is not known as a token; did you mean 'Toll Token'?"
    ]


def test_card_file_text_size_is_limited() -> None:
    deep: Any = "recycle"
    for _ in range(MAX_DEPTH + 1):
        deep = {"is": "may", "effects": [deep]}
    wide = [{"effects": ["recycle"] * 24}] * (MAX_NODES // 24 + 1)
    for modes in ([{"effects": [deep]}], wide):
        card = {"name": "A", "type": "event", "alignments": ["Good"], "cost": 0}
        effects = [{"is": "on play", "modes": modes}]
        (output,) = reported_errors(json.dumps({"format": "epic-cards 1", "cards": [{**card, "effects": effects}]}))
        assert output[2].partition(": ")[2].startswith("the card is too complex: at most 200 tables")
    ((_, _, message),) = reported_errors(
        json.dumps({"format": "epic-cards 1", "cards": [{"name": "A", "effects": ["recycle"] * 25, "type": "event"}]})
    )
    assert message == "effects: 25 entries: at most 24"


def test_card_file_card_without_effects_cannot_be_played() -> None:
    facts = {"type": "champion", "alignments": ["Good"], "cost": 1, "offense": 5, "defense": 5}
    game = EPIC.with_cards(json.dumps({"format": "epic-cards 1", "cards": [{"name": "Grey Knight", **facts}]}))
    assert game.own is not None
    assert game.own.unplayed == {"Grey Knight": ("effects missing",)}
    deck = parse("3 Grey Knight\n" + "".join(f"3 {name}\n" for name in NINETEEN), game.cards)
    report = game.formats["full-constructed"].check(deck, DAY)
    assert (report.verdict, report.problems) == (Verdict.LEGAL, ())
    with pytest.raises(ValueError, match="not yet: Grey Knight"):
        ENGINE.new_game(Setup(("Anna", "Ben"), (("Grey Knight",) * 30,) * 2, 0, "RB-2017", cards=game.cards))


def test_card_file_text_can_reveal_for_several_players() -> None:
    effects = [{"is": "reveal top", "count": 2, "of": "players"}, {"is": "to hand", "cards": "revealed"}]
    card = {"name": "Open Books", "type": "event", "alignments": ["Sage"], "cost": 0}
    row = {**card, "effects": [{"is": "on play", "modes": [{"effects": effects}]}]}
    cards = parse_card_file(json.dumps({"format": "epic-cards 1", "cards": [row]})).cards
    state = ENGINE.new_game(Setup(("Anna", "Ben"), (("Open Books",) * 30,) * 2, 0, "RB-2017", cards=cards))
    chance = random.Random(0)
    while state.pending is not None and state.pending.kind != "act":
        ENGINE.apply(state, ENGINE.sample(state, chance))
    hands = [len(seat.hand) for seat in state.seats]
    ENGINE.apply(state, EPIC.notation.read(state, 0, "play Open Books").action)
    assert [len(seat.hand) for seat in state.seats] == [hands[0] - 1 + 2, hands[1] + 2]


@pytest.mark.parametrize("seed", range(12))
def test_card_file_random_is_rejected_or_playable(seed: int) -> None:
    chance = random.Random(seed)
    rows = [row for number in range(8) if (row := drawn_card(number, chance))]
    game = EPIC.with_cards(json.dumps({"format": "epic-cards 1", "cards": rows}))
    names = [row["name"] for row in rows]
    decks = tuple((*chance.choices(names, k=25), *ENGINE.random_deck(chance)[:10]) for _ in range(2))
    state = ENGINE.new_game(Setup(("Anna", "Ben"), decks, 0, "RB-2017", cards=game.cards))
    for _ in range(150):
        if state.over:
            break
        answer = ENGINE.sample(state, chance)
        words = EPIC.notation.render(state, answer)
        assert ENGINE.check(state, EPIC.notation.read(state, answer.seat, words).action) == []
        try:
            ENGINE.apply(state, answer)
        except UndeterminedError:
            break


def test_commands_with_card_file_accept_its_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, record = tmp_path / "own.toml", tmp_path / "own.rec"
    file.write_text(FILE_FORMAT.example, encoding="utf-8")
    deck = tmp_path / "deck.txt"
    deck.write_text("3 Warden of the Bridge\n3 Morning Bells\n" + "".join(f"3 {name}\n" for name in NINETEEN[:18]))
    assert main(["deck", "check", str(deck), "--format", "full-constructed", "--cards", str(file)]) == 0
    assert main(["deck", "check", str(deck), "--format", "full-constructed"]) == 1
    assert (
        main(["play", "--decks", str(deck), str(deck), "--cards", str(file), "--seed", "3", "--out", str(record)]) == 0
    )
    own = parse_card_file(FILE_FORMAT.example)
    assert f"Cards: file {own.hash[:16]}" in record.read_text(encoding="utf-8")
    assert main(["replay", str(record), "--cards", str(file)]) == 0
    last = str(len(record.read_text(encoding="utf-8").splitlines()))
    assert main(["explain", str(record), "--line", last, "--cards", str(file)]) == 0
    capsys.readouterr()
    assert main(["replay", str(record)]) == 2
    assert f"played with the card file {own.hash[:16]}" in capsys.readouterr().err
    assert main(["card", "Toll Token", "--cards", str(file), "--as-file"]) == 0
    again = parse_card_file(capsys.readouterr().out)
    assert again.cards.card("Toll Token") == own.cards.card("Toll Token")
    file.write_text(FILE_FORMAT.example.replace("cost = 1", "cost = 7", 1), encoding="utf-8")
    assert main(["replay", str(record), "--cards", str(file)]) == 2
    assert f"{file}: line 9, column 1 · Warden of the Bridge: cost 7: expected" in capsys.readouterr().err


POSITION = """Record: 1
Game: epic
Rules: RB-2017
Cards: file {hash}
Players: Anna, Ben
First: Anna
Position
Turn: Anna 5
Anna champion: Warden of the Bridge, 2 Toll Token (expended)
Ben champion: Kong
Anna hand: Morning Bells
Plays
Anna: play bells, mode 1
"""


def test_position_names_card_file_cards_by_short_forms() -> None:
    game = EPIC.with_cards(FILE_FORMAT.example)
    assert game.own is not None
    text = POSITION.format(hash=game.own.hash[:16])
    record = parse_record(text)
    played = game_for_record(record, game)
    assert isinstance(played, PlayableGame)
    replayed = replay(played, record)
    assert str(replayed.verdict) == "legal"
    with pytest.raises(RecordError, match="add that file"):
        game_for_record(record)
