"""Cards of Champions: facts of published cards, the invented set, and facts of an organiser."""

import json
import re
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.card_search import parse_query
from rules.champions.card_facts import describe, facts
from rules.champions.card_fields import FIELDS, SETS, TAGS
from rules.champions.cards import (
    CATALOGUE,
    HOUSE,
    INVENTED,
    Alliance,
    Card,
    CardClass,
    CardFileError,
    CardType,
    Category,
    Corner,
    Duration,
    Highlight,
    Objective,
    ObjectiveKind,
    Origin,
    Shape,
    When,
    catalogue,
    load_house_set,
    load_published,
    read_card_file,
    read_line,
    with_overrides,
)
from rules.champions.effects import unsupported_lines
from rules.champions.rulebooks import RULEBOOKS
from rules.decks.names import fold
from tests.rules.champions.scenarios import cites


def card_file(*cards: dict[str, Any], **about: Any) -> bytes:
    return json.dumps({"format": "champions-cards 1", "cards": list(cards), **about}).encode()


def find_names(query: str, cards: Any = CATALOGUE) -> list[str]:
    return [card.name for card in parse_query(query, FIELDS).find(cards, FIELDS)]


def test_published_cards_have_known_counts():
    file = load_published()
    assert (len(file.cards), file.complete, file.origin) == (68, False, Origin.PUBLISHED)
    known = {
        "type": sum(card.kind is not None for card in file.cards),
        "alliance": sum(card.alliance is not None for card in file.cards),
        "category": sum(card.category is not None for card in file.cards),
        "unique": sum(card.unique is not None for card in file.cards),
        "cost": sum(card.cost is not None for card in file.cards),
        "health": sum(card.health is not None for card in file.cards),
        "corner": sum(bool(card.corners or card.quest) for card in file.cards),
    }
    assert known == {"type": 50, "alliance": 55, "category": 35, "unique": 1, "cost": 0, "health": 0, "corner": 7}
    assert not any(card.complete for card in file.cards)
    assert all(card.sources for card in file.cards)
    assert {tag for card in file.cards for tag in card.tags or ()} == set(TAGS)
    assert {card.set for card in file.cards} - {""} == set(SETS)


@pytest.mark.shared
def test_published_cards_equal_collected_facts(shared_dir: Path):
    entries = json.loads((shared_dir / "cards" / "champions.json").read_text(encoding="utf-8"))
    ours = {card.name: card for card in load_published().cards}
    assert list(ours) == [entry["name"] for entry in entries]
    for entry in entries:
        card = ours[entry["name"]]
        assert (str(card.kind or "") or None) == entry["type"]
        assert (str(card.category or "") or None) == entry["category"]
        assert (str(card.alliance or "") or None) == entry["alliance"]
        assert card.behaviour == (entry["behaviour"] or "")
        assert list(card.tags or ()) == entry["tags"]
        renamed = {"champion_cost": "cost", "health_modifier": "health"}
        single = {renamed.get(fact, fact) for fact, sure in entry["confidence"].items() if sure == "single"}
        assert {"corners" if fact == "quest" else fact for fact in card.single} == single


def test_corners_of_published_cards_have_known_facts():
    reapers = CATALOGUE.card("Grimghast Reapers").corners
    assert reapers == (None, None, None, Corner(Shape.UNKNOWN, 4, action="damage 4 + Support"))
    assert CATALOGUE.card("Call Da Moon").corners == (Corner(Shape.UNKNOWN, idle=True), None, None, None)
    chieftain = CATALOGUE.card("Bloodreaver Chieftain").quest
    assert chieftain == (Objective(ObjectiveKind.UNIT), Objective(ObjectiveKind.DAMAGE), None, None)


def test_find_known_misspelling_returns_card_with_alias():
    card = CATALOGUE.find("Godrakk Fist of Gork")
    assert card is not None
    assert (card.card.name, card.alias) == ("Gordrakk, Fist of Gork", "Godrakk Fist of Gork")


def test_house_set_is_complete_and_marked_invented():
    file = load_house_set()
    assert (len(file.cards), file.complete, file.origin) == (46, True, Origin.INVENTED)
    assert all(card.complete and card.invented for card in file.cards)
    for card in file.cards:
        assert INVENTED in describe(card)
        assert facts(card)["invented"] is True
    assert not any(facts(card)["invented"] or INVENTED in describe(card) for card in CATALOGUE)


def test_invented_cards_have_no_published_names():
    assert {fold(card.name) for card in HOUSE} & {fold(card.name) for card in CATALOGUE} == set()
    with pytest.raises(CardFileError, match="House set: invented cards are not laid over"):
        with_overrides(load_published().cards, load_house_set())


def test_every_invented_card_is_playable():
    assert [card.name for card in HOUSE if unsupported_lines(card)] == []


def test_house_set_has_two_decks():
    decks = {deck.name: deck for deck in load_house_set().decks}
    assert list(decks) == ["Lantern Watch", "Cinder Court"]
    sums = {}
    for name, deck in decks.items():
        champions = [HOUSE.card(card) for card in deck.champions]
        assert (len(deck.champions), len(deck.blessings), sum(copies for _, copies in deck.actions)) == (4, 4, 30)
        sums[name] = (sum(card.cost or 0 for card in champions), 30 + sum(card.health or 0 for card in champions))
    assert sums == {"Lantern Watch": (19, 34), "Cinder Court": (20, 32)}
    alliances = {
        name: {HOUSE.card(card).alliance for card in (*deck.champions, *deck.blessings, *dict(deck.actions))}
        for name, deck in decks.items()
    }
    assert alliances == {"Lantern Watch": {Alliance.ORDER}, "Cinder Court": {Alliance.CHAOS}}


@cites("2.4.1.1b", "2.4.1.1d", "2.4.1.1e", "2.4.2.1d", "2.4.2.2a", "2.4.3.1c", "2.4.3.1d", "2.5.1.1")
def test_invented_cards_have_typed_facts():
    ilse = HOUSE.card("Ilse Lampwright")
    assert (ilse.kind, ilse.card_class, ilse.cost, ilse.health, ilse.unique) == (
        CardType.CHAMPION,
        CardClass.WARRIOR,
        6,
        1,
        True,
    )
    assert [one and one.kind.name for one in ilse.quest or ()] == ["UNIT", "DAMAGE", "ABILITY", "REMOVE"]
    assert HOUSE.card("Warden of the Ford").quest == (
        Objective(ObjectiveKind.UNIT, "Watch"),
        Objective(ObjectiveKind.GAIN),
        Objective(ObjectiveKind.UNIT),
        Objective(ObjectiveKind.ABILITY),
    )
    pikes = HOUSE.card("Ford Pikes")
    assert (pikes.category, pikes.tags, pikes.stacking) == (Category.UNIT, ("Watch", "Stacking"), True)
    assert pikes.corners == (*(Corner(Shape.SMOOTH, value) for value in (1, 2, 3)), Corner(Shape.NONE))
    bearer = HOUSE.card("Lantern Bearer")
    assert [corner and (corner.shape, corner.value, corner.is_active) for corner in bearer.corners or ()] == [
        (Shape.CLUNKY, 1, True),
        (Shape.SMOOTH, None, True),
        (Shape.NONE, None, False),
        (Shape.NONE, None, False),
    ]
    assert [(line.when, line.corners, line.instructions) for line in HOUSE.card("Old Sentinel").text or ()] == [
        (When.ENTERS, (), ("discard 1 you",)),
        (When.NOW, (3,), ("damage v foe",)),
        (When.LAST, (), ("heal 2 you",)),
    ]
    assert HOUSE.card("Tower Bell").image == (Highlight(own=True, offset=-1), Highlight(True, 0), Highlight(True, 1))
    kinds = {name: (HOUSE.card(name).duration, HOUSE.card(name).permanent) for name in ("Long Dawn", "Shieldwall")}
    assert kinds == {"Long Dawn": (Duration.INSTANT, False), "Shieldwall": (Duration.PASSIVE, True)}
    assert HOUSE.card("Rising Tide").permanent is False
    slag = HOUSE.card("Slag Brute").corners
    assert slag is not None
    assert (slag[0], slag[2]) == (Corner(Shape.SMOOTH, idle=True), Corner(Shape.SMOOTH))


def test_text_and_corners_are_written_as_read():
    rows = json.loads((Path(__file__).parents[3] / "rules/champions/cards/house.json").read_text(encoding="utf-8"))
    for row, card in zip(rows["cards"], load_house_set().cards, strict=True):
        assert [str(line) for line in card.text or ()] == row["text"]
        assert [str(corner) for corner in card.corners or ()] == row.get("corners", [])
        assert [str(one) for one in card.image or ()] == [one.replace("+", "") for one in row.get("image", [])]


def test_read_line_semicolon_in_quotes_does_not_separate():
    line = read_line('does: grant this "now: draw 1; heal 1 you"; draw 2')
    assert line.instructions == ('grant this "now: draw 1; heal 1 you"', "draw 2")
    assert str(line) == 'does: grant this "now: draw 1; heal 1 you"; draw 2'


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ({}, "card 1: a card has a name of 1 to 80 characters"),
        ({"name": "A", "colour": "red"}, "A: 'colour' is not known of a card; known: name, type, category"),
        ({"name": "A", "type": "hero"}, "A: type 'hero': expected champion, blessing, action"),
        ({"name": "A", "cost": 21}, "A: cost 21: expected a whole number from 0 to 20"),
        ({"name": "A", "cost": True}, "A: cost True: expected a whole number from 0 to 20"),
        ({"name": "A", "unique": "yes"}, "A: unique 'yes': expected true or false"),
        ({"name": "A", "corners": ["(1)"]}, "A: corners lists 1: a card has four corners, or none at all"),
        ({"name": "A", "corners": ["1", "", "", ""]}, 'A: corners \'1\' is no corner: write "(2)", "[2]", "(X)"'),
        ({"name": "A", "quest": ["unit"]}, "A: quest lists 1: a Quest has four objectives"),
        ({"name": "A", "quest": ["spell:Orruk", "unit", "unit", "unit"]}, "A: quest 'spell:Orruk' is no objective"),
        ({"name": "A", "image": ["left"]}, "A: image 'left' is no square of a Subject Image"),
        ({"name": "A", "text": ["deal 3"]}, "A: text 'deal 3' does not say when it is carried out: begin with now"),
        ({"name": "A", "text": ["when this dies"]}, "A: text 'when this dies' does not say when"),
        ({"name": "A", "tags": "Orruk"}, "A: tags 'Orruk': expected a list, [] for none, of at most 24 Tags"),
        ({"name": "A", "type": "action", "cost": 3}, "A: cost, health, unique and quest are facts of Champions"),
        ({"name": "A", "type": "champion", "class": "any"}, "A: the class of a Champion is Warrior, Wizard"),
        ({"name": "A", "type": "blessing", "category": "unit"}, "A: only Action cards have a category"),
        ({"name": "A", "type": "blessing", "class": "wizard"}, "A: only Champions and Abilities have a class"),
        ({"name": "A", "type": "action", "duration": "instant"}, "A: only Blessings have a duration"),
        ({"name": "A", "category": "ability", "class": "warrior-wizard"}, "A: the class that an Ability asks for is"),
        ({"name": "A", "category": "unit", "corners": []}, "A: a Unit or Spell has a symbol in its first corner"),
        (
            {"name": "A", "category": "ability", "corners": ["(1)", "", "", ""]},
            "A: only Units, Spells and Blessings have corners",
        ),
        (
            {"name": "A", "type": "blessing", "duration": "instant", "corners": ["(1)", "", "", ""]},
            "A: an Instant Blessing has no corners",
        ),
    ],
)
def test_invalid_card_file_reports_card_and_field(card: dict[str, Any], message: str):
    with pytest.raises(CardFileError) as raised:
        read_card_file(card_file(card))
    (mistake,) = raised.value.errors
    assert f"{mistake.card}: {mistake.message}".removeprefix(": ").startswith(message)
    assert mistake.line == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff", "byte 1 is no UTF-8: save the file as UTF-8"),
        (b"{", "line 1, column 2: invalid JSON: Expecting property name"),
        (b"[1]", "a card file begins with"),
        (b"{}", "the file does not say that it is a card file"),
        (b'{"format": "champions-cards 1", "cards": 3}', '"cards" is no list of cards'),
        (card_file(*({"name": f"Card {n}"} for n in range(2001))), "2,001 cards: a card file has at most 2,000"),
        (b" " * 2_000_001, "2,000,001 bytes: a card file has at most 2,000,000"),
        (
            card_file({"name": "Ford Pikes"}, {"name": "FORD-PIKES"}),
            "line 1 · FORD-PIKES: the file has a card called Ford Pikes",
        ),
        (
            card_file(compelte=True),
            "line 1, column 46: 'compelte' is not known here; did you mean 'complete'?; known: format, title",
        ),
        (card_file(complete="yes"), "line 1, column 46: complete 'yes': expected true or false"),
        (card_file(source="hearsay"), "line 1, column 46: source 'hearsay': expected published, organiser, invented"),
        (card_file(decks=[{"name": "D", "actions": ["A"]}]), "deck D: no card of the file is called 'A'"),
    ],
)
def test_file_that_is_no_card_file_raises(content: bytes, message: str):
    with pytest.raises(CardFileError) as raised:
        read_card_file(content)
    assert str(raised.value).startswith(message)


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_read_card_file_any_bytes_raises_card_file_errors_only(content: bytes):
    with suppress(CardFileError):
        read_card_file(content)


def test_all_errors_are_reported_at_once_with_lines():
    text = """{"format": "champions-cards 1", "cards": [
        {"name": "A", "cost": 21, "unique": "yes", "type": "champion"},
        {"name": "B"},

        {"name": "C", "type": "action", "cost": 3}, {"colour": 1}]}"""
    with pytest.raises(CardFileError) as raised:
        read_card_file(text.encode())
    assert [(mistake.line, mistake.card, mistake.message[:30]) for mistake in raised.value.errors] == [
        (2, "A", "cost 21: expected a whole numb"),
        (2, "A", "unique 'yes': expected true or"),
        (5, "C", "cost, health, unique and quest"),
        (5, "", "card 4: a card has a name of 1"),
    ]


@given(st.lists(st.lists(st.sampled_from("\n \t"), max_size=3).map("".join), min_size=1, max_size=9))
def test_card_error_line_is_beginning_of_card(spaces: list[str]):
    rows = [f'{space}{{"name": "Card {number}"}}' for number, space in enumerate(spaces)]
    text = '{"title": "[{", "format": "champions-cards 1", "cards":[' + ",".join(rows) + "]}"
    lines = {f"Card {n}": text[: text.index(f'{{"name": "Card {n}"')].count("\n") + 1 for n in range(len(spaces))}
    assert read_card_file(text.encode()).lines == lines


def test_toml_card_file_equals_json():
    toml = """
    format = "champions-cards 1"
    title = "City event"
    [[cards]]
    name = "Orruk Boss"
    cost = 4
    """
    assert tomllib.loads(toml)["cards"]
    file = read_card_file(toml.encode())
    assert (file.title, file.origin, file.cards[0].cost) == ("City event", Origin.ORGANISER, 4)


def test_organiser_facts_override_known_facts():
    output = card_file(
        {"name": "orruk boss", "cost": 4, "health": 1, "class": "warrior", "notes": ["read off the card"]},
        {"name": "Mawtribe Butcher", "type": "champion", "alliance": "Destruction"},
        title="City event",
    )
    cards = catalogue(with_overrides(load_published().cards, read_card_file(output)))
    boss = cards.card("Orruk Boss")
    assert (boss.cost, boss.health, boss.alliance, boss.unique) == (4, 1, Alliance.DESTRUCTION, False)
    assert boss.organised == ("card_class", "cost", "health")
    assert boss.origin is Origin.PUBLISHED
    assert boss.notes[-1] == "read off the card"
    assert CATALOGUE.card("Orruk Boss").cost is None
    new = cards.card("Mawtribe Butcher")
    assert (new.origin, new.organised) == (Origin.ORGANISER, ("kind", "alliance"))
    assert "from the organiser: card_class, cost, health" in describe(boss)
    assert len(cards) == 69


def test_organiser_fact_against_several_sources_raises():
    output = read_card_file(card_file({"name": "Rallying Cry", "alliance": "Order", "class": "warrior"}))
    cry = next(card for card in with_overrides(load_published().cards, output) if card.name == "Rallying Cry")
    assert cry.alliance is Alliance.ORDER
    assert "alliance" not in cry.single
    wrong = read_card_file(card_file({"name": "Rallying Cry", "cost": 3}))
    with pytest.raises(CardFileError, match="Rallying Cry: cost, health, unique and quest are facts of Champions"):
        with_overrides(load_published().cards, wrong)


@pytest.mark.parametrize(
    ("query", "names"),
    [
        (
            "a:destruction t:blessing",
            ["Crusin' for a Bruisin'", "Might of Gork", "Prophet of the Waagh", "Smash & Bash"],
        ),
        ("tag:mordant", ["Freakish Crypt Ghoul"]),
        ("is:stacking a:death t:unit x:defensive", ["Crypt Shield Skeletons"]),
        ("quest:damage", ["Bloodreaver Chieftain", "Rip-tooth Warboss"]),
        ("t:champion a:order", []),
        ("cost>=1", []),
        ("set:savagery t:spell", ["Call Da Moon", "Roused to Wrath"]),
        ("x:restarts", ["Pennant of Sigmaron", "Seeker of Souls", "Vorrus Starstrike"]),
        ("is:invented", []),
    ],
)
def test_search_published_cards_finds_names(query, names):
    assert find_names(query) == names


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("cost>=6", ["Gorrath Embermaw", "Ilse Lampwright"]),
        ("t:champion class:wizard a:order", ["Bram Twohands", "Mirin the Quiet"]),
        ("is:unique h<0", ["Gorrath Embermaw"]),
        ("is:permanent", ["Shieldwall", "Unquiet Grave", "War Drums"]),
        ("a:neutral t:unit", ["Wandering Bell"]),
        ("dur:instant", ["Blood Price", "Long Dawn"]),
        ("q:gain", ["Mirin the Quiet", "Warden of the Ford"]),
    ],
)
def test_search_invented_cards_finds_names(query, names):
    assert find_names(query, HOUSE) == names


def test_facts_are_plain_values():
    for card in (*CATALOGUE, *HOUSE):
        assert json.loads(json.dumps(facts(card))) == facts(card)
        assert facts(card)["missing"] == list(card.missing)
        assert describe(card).startswith(card.name)


def test_cards_named_in_rule_examples_are_published():
    names = sorted((card.name for card in CATALOGUE), key=len, reverse=True)
    cards = re.compile("|".join(rf"\b{re.escape(name)}(?!\w)" for name in names))
    words = {
        "Action", "Alliance", "Ability", "Anna", "Ben", "Blessing", "Champion", "Champions", "Chaos", "Chieftain",
        "Damage", "Death", "Deal", "Deploy", "Deploys", "Destruction", "Discard", "Engaged", "Exhausted", "Gain",
        "Health", "Heroic", "Act", "Highlighted", "Last", "Stand", "Order", "Orruk", "Reapers", "Remove", "Removed",
        "Removes", "Restarts", "Rotates", "Spell", "Stacking", "Subject", "Image", "Support", "Swapped", "Unique",
        "Grots", "Unit", "Units", "Warrior", "Warrior-Wizard", "Wizard", "Dormant", "He", "X", "Deployed",
    }  # fmt: skip
    book = RULEBOOKS["aos-champions"]
    examples = [(unit.id, example) for unit in book.units for example in unit.examples]
    unknown = [
        (unit, word)
        for unit, example in examples
        for word in re.findall(r"(?<=[a-z,] )[A-Z][\w-]*", cards.sub("a card", example))
        if word not in words
    ]
    assert unknown == []
    named = {name for _, example in examples for name in cards.findall(example)}
    assert len(named) > 20


def test_missing_facts_of_card_are_listed():
    assert Card("A", Origin.PUBLISHED).missing == ("type", "alliance", "text")
    assert CATALOGUE.card("Deadly Chop").missing == ("class", "text")
    assert CATALOGUE.card("Might of Gork").missing == ("duration", "corners", "text")
    assert CATALOGUE.card("Orruk Boss").missing == ("class", "cost", "health", "quest", "tags", "text")
