"""The documented errors of the library are those that it raises."""

import inspect
import pickle
import random
import re
import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import rules
from rules import api
from rules.decks import decode
from rules.engine.game import Setup
from tests.rules.library.test_options import POSITION, dividing
from tests.rules.library.test_readme import README
from tests.rules.library.test_table import HEADERS

KONG = [["Kong"] * 30] * 2
KONGS = ["Kong"] * 60
EPIC = rules.GAMES["epic"]
CHAMPIONS = getattr(rules.GAMES["champions"], "sample", "").split("Plays")[0]
UNTYPED: Any = rules
"""The library for calls that a type checker refuses."""


def begun() -> rules.Table:
    return rules.game(KONG)


def untyped() -> Any:
    return begun()


def over() -> rules.Table:
    table = begun()
    table.apply("Ben: concede")
    return table


def two_kongs() -> rules.Table:
    return rules.position(f"{POSITION}Anna champion: Kong, Kong (damage 2)\n")


def contradiction() -> None:
    assert isinstance(EPIC, rules.PlayableGame)
    setup = Setup(("Anna", "Ben"), (None, None), 0, "RB-2017")
    EPIC.notation.position({"Turn": ["Anna 5"], "Anna health": ["-3"]}, setup)


def hidden(table: str = "Ben hand: 2 ?\n", decks: str = "") -> rules.Table:
    return rules.position(f"{HEADERS}{decks}Position\nTurn: Anna 5\n{table}")


RAISED: dict[str, list[Callable[[], object]]] = {
    "ArgumentTypeError": [lambda: untyped().apply(5)],
    "SetupError": [
        lambda: rules.game([["Kong"], ["Kong"]]),
        lambda: rules.game([["No Such Card"] * 30, None]),
        lambda: rules.game(KONG, first=7),
        lambda: rules.game(KONG, version="RB-1"),
        lambda: rules.game(KONG, variant="chess"),
        lambda: rules.game(KONG, interpretations="I-49=2"),
        lambda: rules.game(KONG, ("Anna", "Ben: Jr")),
        lambda: rules.game([*KONG, ["Kong"] * 30]),
        lambda: rules.game(KONG[:1]),
        lambda: rules.game([UNTYPED.parse_deck("30 Kong\n2 Triceratop"), None]),
        lambda: rules.game([["Bram"], []], slug="champions", cards="house set"),
    ],
    "UnknownGameError": [
        lambda: rules.game(KONG, slug="chess"),
        lambda: rules.parse_deck("2 Kong", slug="chess"),
    ],
    "NoEngineError": [lambda: rules.game(KONG, slug="hex")],
    "ActionError": [lambda: begun().apply("Ben: dance")],
    "InvalidActionError": [
        lambda: begun().apply("Ben: dance"),
        lambda: begun().apply("Ben dances"),
        lambda: begun().apply("Cem: keep"),
        lambda: begun().apply("Ben:"),
        lambda: begun().apply(""),
        lambda: begun().apply("Position"),
        lambda: begun().apply("Ben: keep\nAnna: keep"),
        lambda: begun().options(near="nobody"),
    ],
    "AmbiguousActionError": [lambda: two_kongs().apply("Anna: attack with Kong")],
    "IllegalActionError": [lambda: begun().apply("Ben: play Kong")],
    "UndeterminedError": [
        lambda: rules.position(f"{HEADERS}Deck Anna: 30 Kong\nDeck Ben: 15 Kong / 15 Lash\nBen: keep\n"),
    ],
    "TooManyActionsError": [lambda: rules.legal(dividing("Triceratops, Kong", ", ".join(["Palace Guard"] * 6)))],
    "GameOverError": [lambda: over().sample(random.Random(0)), lambda: over().position()],
    "NothingToUndoError": [lambda: begun().undo(), lambda: over().undo(2)],
    "UnknownViewerError": [lambda: begun().board("Cem"), lambda: begun().board(2), lambda: begun().board(-1)],
    "SamplingError": [
        lambda: hidden("Ben hand: 2 ?, Muse\n").sample_world(
            random.Random(0), {"Ben": ["Kong"] * 60, "Anna": ["Kong"] * 60}
        ),
        lambda: hidden(decks="Deck Anna: 30 Kong\n").sample_world(random.Random(0), {"Ben": ["Kong"] * 20}),
        lambda: hidden(decks="Deck Anna: 30 Kong\n").sample_world(random.Random(0), {"Ben": ["Konk"] * 60}),
        lambda: hidden().sample_world(random.Random(0), {"Cem": ["Kong"] * 60}),
        lambda: rules.position(CHAMPIONS).sample_world(random.Random(0)),
    ],
    "MissingDecklistError": [
        lambda: hidden().sample_world(random.Random(0)),
        lambda: hidden().rollout(random.Random(0)),
    ],
    "RecordError": [lambda: rules.record("hello"), lambda: rules.position(f"{POSITION}Anna health: 3\n")],
    "PositionError": [contradiction],
    "UnknownRuleError": [lambda: EPIC.rulebooks["epic-complete"].get("99.99")],
    "CardFileError": [lambda: EPIC.with_cards("hello = [")],
    "NoCardFileError": [lambda: replace(EPIC, card_files=None).with_cards("")],
    "NoCardSetError": [lambda: rules.game(KONG, cards="mansion set")],
    "UnreadableDeckError": [lambda: decode(b"\x00\x01\x02\xff" * 10)],
    "UnknownCardsWarning": [lambda: hidden().sample(random.Random(0))],
}
EXPORTED = {
    name
    for name in rules.__all__
    if isinstance(getattr(rules, name), type) and issubclass(getattr(rules, name), Exception)
}


@pytest.mark.parametrize(("name", "raises"), [(name, each) for name, calls in RAISED.items() for each in calls])
def test_documented_error_is_raised_and_can_be_pickled(name: str, raises: Callable[[], object]) -> None:
    kind: type[Exception] = getattr(rules, name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(kind) as caught:
            raises()
    assert name in ("ActionError", "SetupError") or type(caught.value) is kind
    assert str(caught.value)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (type(caught.value), str(caught.value))


def test_documented_errors_are_exported_and_all_raised() -> None:
    rows = re.findall(r"^\| ((?:`\w+(?:Error|Warning)`(?:, )?)+) \|", README.read_text(encoding="utf-8"), re.MULTILINE)
    documented = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(documented) == sorted(EXPORTED) == sorted(RAISED)


@pytest.mark.parametrize("holder", [api, rules.Table])
def test_errors_named_in_docstrings_are_exported(holder: Any) -> None:
    members = [each for _, each in inspect.getmembers(holder) if inspect.getdoc(each)]
    named = {name for each in members for name in re.findall(r"\b([A-Z]\w+Error):", inspect.getdoc(each) or "")}
    assert named - EXPORTED == set()


@pytest.mark.parametrize(
    ("misuse", "argument"),
    [
        (lambda: untyped().apply(None), "line"),
        (lambda: untyped().check(b"Ben: keep"), "line"),
        (lambda: untyped().options(near=3), "near"),
        (lambda: untyped().options(limit="3"), "limit"),
        (lambda: untyped().options(limit=-1), "limit"),
        (lambda: untyped().count("many"), "limit"),
        (lambda: untyped().count(-1), "limit"),
        (lambda: untyped().sample(5), "chance"),
        (lambda: untyped().sample(random), "chance"),
        (lambda: untyped().undo("all"), "count"),
        (lambda: untyped().undo(-1), "count"),
        (lambda: untyped().undo(True), "count"),
        (lambda: untyped().board(1.5), "viewer"),
        (lambda: untyped().board(True), "viewer"),
        (lambda: untyped().sample_world(5), "chance"),
        (lambda: untyped().sample_world(random.Random(0), ["Kong"]), "decks"),
        (lambda: untyped().sample_world(random.Random(0), {"Ben": "30 Kong"}), "the deck of Ben"),
        (lambda: untyped().rollout(7), "chance"),
        (lambda: untyped().rollout(random.Random(0), limit="short"), "limit"),
        (lambda: untyped().rollout(random.Random(0), limit=-1), "limit"),
        (lambda: untyped().rule(44), "citation"),
        (lambda: untyped().rule(["4.4"]), "citation"),
        (lambda: UNTYPED.legal(None), "table"),
        (lambda: UNTYPED.check(HEADERS, "Ben: keep"), "table"),
        (lambda: UNTYPED.apply("Ben: keep", begun()), "table"),
        (lambda: UNTYPED.game("Kong"), "decks"),
        (lambda: UNTYPED.game(30), "decks"),
        (lambda: UNTYPED.game(["30 Kong", None]), "the deck of Anna"),
        (lambda: UNTYPED.game([[1] * 30, None]), "the deck of Anna"),
        (lambda: UNTYPED.game([30, None]), "the deck of Anna"),
        (lambda: UNTYPED.game(KONG, (1, 2)), "players"),
        (lambda: UNTYPED.game(KONG, first="Anna"), "first"),
        (lambda: UNTYPED.game(KONG, first=True), "first"),
        (lambda: UNTYPED.game(KONG, version=2017), "version"),
        (lambda: UNTYPED.game(KONG, variant=None), "variant"),
        (lambda: UNTYPED.game(KONG, teams=((0, "b"),)), "teams"),
        (lambda: UNTYPED.game(KONG, extra_cards=["Maligus, the Dark One"]), "extra_cards"),
        (lambda: UNTYPED.game(KONG, slug=1), "slug"),
        (lambda: UNTYPED.game(KONG, cards=1), "cards"),
        (lambda: UNTYPED.parse_deck(["Kong"]), "text"),
        (lambda: UNTYPED.record(5), "text"),
        (lambda: UNTYPED.position(None), "text"),
        (lambda: UNTYPED.replay(rules.record(HEADERS)), "text"),
        (lambda: UNTYPED.verdict(HEADERS, card_file=b""), "card_file"),
    ],
)
def test_argument_of_wrong_type_raises_with_expected_type(misuse: Callable[[], object], argument: str) -> None:
    with pytest.raises(rules.ArgumentTypeError) as caught:
        misuse()
    assert isinstance(caught.value, TypeError)
    assert caught.value.argument == argument
    assert str(caught.value).startswith(f"{argument} must be {caught.value.expected}, not ")


def test_decklist_with_unread_lines_raises_with_each_line() -> None:
    deck = rules.parse_deck("28 Kong\n2 Triceratop\n# a comment\nSideboard\n1 Konk")
    with pytest.raises(rules.SetupError, match=r"^the deck of Anna has lines .*: line 2: .*Triceratops"):
        rules.game([deck, None])


def test_missing_decklist_is_reported_for_each_player() -> None:
    with pytest.raises(rules.MissingDecklistError) as caught:
        hidden().sample_world(random.Random(0), {"Anna": ["Kong"] * 30})
    assert caught.value.unknown_cards == {"Ben": 32}
