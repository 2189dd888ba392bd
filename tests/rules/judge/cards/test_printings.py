"""Printings of cards with replaced texts, and the verdicts of the other printings."""

import json

import pytest

from rules.epic.cards import CATALOGUE
from rules.epic.engine import ENGINE
from rules.epic.state import EpicState
from rules.games import EPIC
from rules.judge.analysis.applied_printings import applied_printings
from rules.judge.analysis.report import Analysis
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.output.random_play import play_game
from rules.judge.record import RecordError, parse, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.verdict import Verdict
from rules.judge.setup.printings import format_printings, parse_printings
from tests.rules.judge.epic_games import PLAYABLE, setup

HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"
POSITION = "Position\nTurn: Anna 5\nAnna health: 30\nBen health: 30\n"
REWORDED = ("Forbidden Research", "Necromancer Apprentice", "Scrap Golem", "Teleport")
"""The second is of another class."""
RECALL = "Anna: use Forbidden Research\nAnna: choose Kong\n"
RESEARCHED = "Anna discard: Forbidden Research\nAnna champion: Kong\n"


def judged(header: str, position: str, plays: str) -> Replay:
    printings = f"Printings: {header}\n" if header else ""
    return replay(EPIC, parse(f"{HEADERS}{printings}\n{POSITION}{position}\nPlays\n{plays}"))


def test_reworded_cards_are_those_with_different_texts() -> None:
    output = {name: [str(card.set) for card in cards] for name, cards in CATALOGUE.reworded.items()}
    assert output == {name: ["Pantheon", "Promo"] for name in REWORDED}


@pytest.mark.parametrize(
    ("value", "chosen"),
    [
        ("newest", ()),
        ("Teleport=Pantheon", ()),
        ("teleport = promo", (("Teleport", 1),)),
        ("oldest", tuple((name, 1) for name in REWORDED)),
        ("oldest, Teleport=newest", tuple((name, 1) for name in REWORDED[:3])),
    ],
)
def test_printings_header_round_trips(value: str, chosen: tuple[tuple[str, int], ...]) -> None:
    assert parse_printings(EPIC.cards, value) == (chosen, ())
    assert parse_printings(EPIC.cards, format_printings(EPIC.cards, chosen)) == (chosen, ())


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("Kong=Promo", f"'Kong' has only one printed text; cards with several are {', '.join(REWORDED)}"),
        ("Teleport=Base", "Teleport is printed in Pantheon or Promo: 'base' is none"),
        ("Teleport=Promo, Teleport=Promo", "Teleport is chosen twice"),
        ("first", "'first' chooses no printing: write `Printings: oldest` or `Printings: Forbidden Research=Promo`"),
        ("oldest, newest", "choose either newest or oldest"),
    ],
)
def test_printings_header_invalid_raises_at_its_line(value: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        judged(value, "", "Anna: pass")
    assert [(problem.line, problem.message) for problem in caught.value.problems] == [(6, message)]


@pytest.mark.parametrize("header", ["", "newest", "Forbidden Research=Pantheon"])
def test_printings_header_default_is_newest_text(header: str) -> None:
    replayed = judged(header, RESEARCHED, RECALL)
    assert replayed.verdict is Verdict.ILLEGAL


@pytest.mark.parametrize("header", ["oldest", "Forbidden Research=Promo"])
def test_printings_header_naming_printing_applies_its_text(header: str) -> None:
    replayed = judged(header, RESEARCHED, "Anna: use Forbidden Research")
    assert replayed.verdict is Verdict.LEGAL


def test_unknown_card_has_text_of_applied_printing() -> None:
    message = "Anna discard: ?\nAnna champion: Kong\n"
    assert judged("oldest", message, "Anna: use Forbidden Research").verdict is Verdict.LEGAL
    assert judged("", message, "Anna: use Forbidden Research").verdict is Verdict.ILLEGAL


TELEPORT = "Anna hand: Teleport\nBen champion: Kong\n"


@pytest.mark.parametrize(("header", "taken", "other"), [("", "Pantheon", "Promo"), ("oldest", "Promo", "Pantheon")])
def test_analysis_reports_applied_printing_and_verdict_of_the_other(header: str, taken: str, other: str) -> None:
    (output,) = Analysis.of(judged(header, TELEPORT, "Anna: play Teleport")).printings
    assert (output.card, output.taken, output.newest) == ("Teleport", taken, taken == "Pantheon")
    assert [(each.version, each.same) for each in output.others] == [(f"Teleport as printed in {other}", False)]
    rows = list(Analysis.of(judged(header, TELEPORT, "Anna: pass")).text_lines())
    assert f"Teleport is taken as printed in {taken}{' (the newest)' * (taken == 'Pantheon')}." in rows
    assert f"Teleport as printed in {other} has the same verdict." in rows


def test_applied_printings_of_hidden_card_are_not_public() -> None:
    replayed = judged("", TELEPORT, "Anna: pass")
    assert [taken.card for taken in applied_printings(replayed, JUDGE)] == ["Teleport"]
    assert applied_printings(replayed, PUBLIC) == ()
    played = judged("", TELEPORT, "Anna: play Teleport")
    assert [taken.card for taken in applied_printings(played, PUBLIC)] == ["Teleport"]


def test_verdict_without_such_card_does_not_mention_printings() -> None:
    replayed = judged("", "Anna hand: Kong\nAnna deck: 2 Teleport\n", "Anna: play Kong")
    assert Analysis.of(replayed).printings == ()


def test_game_with_older_printings_is_written_and_replayed_with_them() -> None:
    deck = ("Teleport", "Scrap Golem", "Forbidden Research", *PLAYABLE[:7]) * 3
    begun = setup(5, (deck, deck))
    begun = type(begun)(
        **{
            **{name: getattr(begun, name) for name in begun.__slots__},
            "choices": parse_printings(EPIC.cards, "oldest")[0],
        }
    )
    record, state, _ = play_game(EPIC, begun, 5)
    assert {str(card.card.set) for card in state.table.values() if card.name in CATALOGUE.reworded} == {
        "Promo",
        "Token",
    }
    assert replay(EPIC, parse(write(record))).final.digest() == state.digest()
    again = EpicState.from_json(json.loads(json.dumps(state.to_json())))
    assert again.digest() == state.digest()
    assert [card.card for card in again.table.values()] == [card.card for card in state.table.values()]
    assert ENGINE.copy(state).choices == state.choices
