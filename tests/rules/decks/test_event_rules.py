"""Deck rules of an event: banned and restricted cards, and facts that formats need."""

import pickle
from datetime import date

import pytest

from rules.decks import DeckReport, parse
from rules.decks.event_rules import (
    DeckFact,
    EventDeckRules,
    FactKind,
    InvalidFactError,
    format_fact,
    parse_fact,
    parse_names,
)
from rules.games import CHAMPIONS, EPIC, EPIC_TCG, HEX, Game

DAY = date(2018, 3, 5)
HEX_LIST = "Champion: Gozzog\n60 Blood Shard\n"
FROGS = "\n".join(f"3 Frog {letter}" for letter in "abcdefghijklmnopqrst")


def check(game: Game, format_slug: str, text: str) -> DeckReport:
    return game.formats[format_slug].check(parse(text, game.cards), DAY)


def unchecked(game: Game, format_slug: str, text: str) -> list[str]:
    return [each.code for each in check(game, format_slug, text).unchecked]


def problems(game: Game, format_slug: str, text: str) -> list[tuple[str, str | None]]:
    return [(each.code, each.card) for each in check(game, format_slug, text).problems if each.card]


def test_event_lists_are_added_to_the_format_lists() -> None:
    game = EPIC.with_event_rules(EventDeckRules(banned=("kong",), restricted=("Lash",)))
    text = "1 Kong\n2 Lash\n1 Fumble\n3 Muse\n"
    assert problems(game, "full-constructed", text) == [
        ("banned", "Kong"),
        ("restricted", "Lash"),
        ("banned", "Fumble"),
    ]
    assert [each.message for each in check(game, "cube-draft", text).problems if each.card] == [
        "Kong is banned at this event: remove it",
        "2 x Lash, restricted to 1 at this event: remove 1",
    ]
    assert problems(EPIC, "cube-draft", text) == [], "the game itself stays as it was"
    kong = EPIC.cards.card("Kong")
    assert [each.formats["cube-draft"].allows(kong, DAY) for each in (EPIC, game)] == [True, False]


def test_empty_event_list_replaces_missing_list() -> None:
    assert "bans-unknown" in unchecked(HEX, "immortal", HEX_LIST)
    assert "bans-unknown" not in unchecked(HEX.with_event_rules(EventDeckRules(banned=())), "immortal", HEX_LIST)
    assert "bans-unknown" in unchecked(HEX.with_event_rules(EventDeckRules(restricted=())), "immortal", HEX_LIST)
    for output, left in (
        (EventDeckRules(), True),
        (EventDeckRules(banned=()), True),
        (EventDeckRules(banned=(), restricted=("Rescue",)), False),
    ):
        assert ("lists-unknown" in unchecked(EPIC_TCG.with_event_rules(output), "designed", FROGS)) is left


def test_facts_of_hex_are_used_by_its_formats() -> None:
    limited = "Champion: Gozzog\n30 Blood Shard\n"
    assert "size-unknown" in unchecked(HEX, "limited", limited)
    output = HEX.with_event_rules(
        EventDeckRules(facts={"least_in_limited": (40,), "reserves": (0, 15), "champions": ("Nobody Yet",)})
    )
    assert "size-unknown" not in unchecked(output, "limited", limited)
    assert [each.message for each in check(output, "limited", limited).problems] == ["30 cards, minimum 40: add 10"]
    assert "reserves-size" in [
        each.code for each in check(output, "immortal", f"{HEX_LIST}Reserves\n3 Blood Shard").problems
    ]
    named = HEX_LIST.replace("Gozzog", "Nobody Yet")
    assert ["champion-unknown" in unchecked(game, "constructed-1-2", named) for game in (HEX, output)] == [True, False]


def test_facts_of_champions_are_used_by_its_formats() -> None:
    two = {"limited_champions": (2, 3, 4), "limited_blessings": (4,)}
    text = "Champions:\n1 Somebody\n"
    assert "limited-rules" in unchecked(CHAMPIONS.with_event_rules(EventDeckRules(facts=two)), "limited", text)
    output = CHAMPIONS.with_event_rules(EventDeckRules(facts={**two, "limited_actions": (20,)}))
    assert "limited-rules" not in unchecked(output, "limited", text)
    assert "1 Champion, 2 to 4: add 1" in [each.message for each in check(output, "limited", text).problems]


def test_event_rules_apply_to_card_file_and_its_copy() -> None:
    head = 'file = 1\ngame = "hex"\nset = "All"\ncomplete = true\n'
    card = '[[card]]\nname = "Icy"\nset = "Frostheart"\nrarity = "common"\ntypes = ["troop"]\nsockets = []\n'
    game = HEX.with_cards(head + card).with_event_rules(
        EventDeckRules(banned=("Icy",), facts={"least_in_limited": (1,)})
    )
    text = "Champion: Gozzog\n1 Icy\n1 Somebody\n"
    for each in (game, pickle.loads(pickle.dumps(game))):
        assert [problem.code for problem in check(each, "limited", text).problems] == ["banned", "unknown-card"]


@pytest.mark.parametrize(
    ("kind", "typed", "answer", "written"),
    [
        (FactKind.SIZES, ["0, 15"], (0, 15), "0, 15"),
        (FactKind.SIZES, ["15", "", "0-2 "], (0, 1, 2, 15), "0, 1, 2, 15"),
        (FactKind.SIZES, ["0 to 15"], tuple(range(16)), "0-15"),
        (FactKind.NUMBER, [" 40 "], (40,), "40"),
        (FactKind.NUMBER, [""], (), ""),
        (FactKind.NAMES, [" Minor  Ruby ", "", "Minor Ruby", "Wild"], ("Minor Ruby", "Wild"), "Minor Ruby\nWild"),
    ],
)
def test_parse_fact_and_format_fact_round_trip(kind, typed, answer, written) -> None:
    fact = DeckFact("x", "X", "", kind)
    assert parse_fact(fact, typed) == answer
    assert format_fact(fact, answer) == written
    assert parse_fact(fact, written.splitlines()) == answer


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        *((FactKind.SIZES, [text]) for text in ("many", "-1", "15-0", "1000", "1.5", "9" * 5000, "²")),
        (FactKind.NUMBER, ["1, 2"]),
        (FactKind.NAMES, ["x" * 121]),
        (FactKind.NAMES, ["a\x07"]),
        (FactKind.NAMES, [f"Name {number}" for number in range(501)]),
    ],
)
def test_parse_fact_invalid_raises_with_expected_form(kind, typed) -> None:
    with pytest.raises(InvalidFactError, match=r"size|number|name"):
        parse_fact(DeckFact("x", "X", "", kind), typed)


def test_parse_names_preserves_order_and_strips_invisible_characters() -> None:
    assert parse_names(["B", "A  b", "B"]) == ("B", "A b")
