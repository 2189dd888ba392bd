"""Card files: the facts of a card, and all errors with their line."""

import pytest

from rules.epic_tcg.cards import CardFileError, CardSet, Speed, read_cards

HEAD = 'file = 1\ngame = "epic-tcg"\nset = "Pond"\n'
FROG = """
[[card]]
name = "Frog"
cost = "action"
speed = "fast instantaneous"
type = "champion"
alignment = "wild"
origin = "natural"
offense = 2
defense = 3
keywords = ["damage ward 2", "evil ward"]
gift = false
ability = [
  { power = "expend", speed = "fast", do = ["draw 1", "gain 2 Mojo"] },
  { when = "this comes into play", do = ["draw 1"] },
  { as = "a card would go to a discard pile", instead = ["banish it"] },
  { always = "champions you control get +1/+1" },
]
"""


def reported_errors(text: str) -> tuple[str, ...]:
    with pytest.raises(CardFileError) as raised:
        read_cards(HEAD + text, CardSet.HOUSE)
    return tuple(map(str, raised.value.errors))


def test_read_card_has_its_lines():
    (frog,) = read_cards(HEAD + FROG, CardSet.HOUSE)
    assert (frog.name, frog.cost, frog.speed, frog.instantaneous) == ("Frog", 1, Speed.FAST, True)
    assert (frog.alignment, frog.origin, frog.type, frog.offense, frog.defense) == (
        "Wild",
        "Natural",
        "champion",
        2,
        3,
    )
    assert frog.keyword_names == ("damage ward", "ward")
    assert frog.text == (
        "expend, fast: draw 1; gain 2 Mojo",
        "when this comes into play: draw 1",
        "as a card would go to a discard pile, instead: banish it",
        "champions you control get +1/+1",
    )


def test_all_errors_are_reported_at_once():
    text = FROG.replace("offense = 2", 'offense = "two"').replace('"action"', '"gold"') + FROG.replace(
        "champion", "object", 1
    )
    assert reported_errors(text) == (
        "line 7, column 1 · Frog: cost 'gold': expected action or free",
        "line 12, column 1 · Frog: offense 'two': a champion has a whole number from 0 to 99",
        "line 30, column 1 · Frog: an object has no offense",
        "line 31, column 1 · Frog: an object has no defense",
        "line 24, column 1 · Frog: second card of that name",
    )


@pytest.mark.parametrize(
    ("was", "now", "output"),
    [
        ('name = "Frog"', "", "no name: a card has a name of 1 to 80 characters"),
        ('name = "Frog"', 'name = "Fr\\tog"', "no name: a card has a name of 1 to 80 characters"),
        ('name = "Frog"', "name = ['Frog']", "no name: a card has a name of 1 to 80 characters"),
        ('cost = "action"', "cost = []", "cost []: expected action or free"),
        ("offense = 2", "offense = 100", "offense 100: a champion has a whole number from 0 to 99"),
        ('["damage ward 2", "evil ward"]', "3", "keywords: expected a list, in [ and ]"),
        ('{ always = "champions you control get +1/+1" }', '{ always = ["a"] }', "ability 4: expected power, speed"),
        ('speed = "fast", do', "speed = 2, do", "ability 1: expected power, speed and do"),
        ('"wild"', '"green"', "alignment 'green': expected good, evil, wild, unaligned"),
        ('"natural"', '"pond"', "origin 'pond': expected natural, magical, constructed"),
        ('"fast instantaneous"', '"slow"', "speed 'slow': expected build, paced or fast"),
        ('type = "champion"', 'type = "hero"', "type 'hero': expected champion, object, event"),
        ("gift = false", "gift = 0", "gift: expected true or false"),
        ("gift = false", "gift = false\nrarity = 1", "'rarity' is not known of a card"),
        ('"evil ward"', '"flying"', "keyword 'flying': expected one of airborne"),
        ("always =", "ever =", "ability 4: expected power, speed and do"),
        ('do = ["draw 1", "gain 2 Mojo"]', "do = []", "ability 1: expected power, speed and do"),
        ("gift = false", 'gift = false\ndo = ["draw 1"]', "champion does nothing by itself"),
    ],
)
def test_card_file_error_of_each_kind_is_reported(was: str, now: str, output: str):
    assert any(output in mistake for mistake in reported_errors(FROG.replace(was, now, 1)))


def test_event_with_ability_is_error():
    event = FROG.replace('"champion"', '"event"').replace("offense = 2\ndefense = 3\n", "")
    assert reported_errors(event) == ("line 14, column 1 · Frog: an event has no ability; write  do = [...]",)
    plain = event.partition("ability")[0]
    assert read_cards(f'{HEAD}{plain}do = ["draw 1"]\n', CardSet.HOUSE)[0].text == ("draw 1",)


def test_file_that_is_no_card_file_raises():
    assert reported_errors("[[card")[0].startswith("line 4: invalid TOML: ")
    with pytest.raises(CardFileError, match=r"begins with  file = 1"):
        read_cards('set = "Pond"', CardSet.HOUSE)
    with pytest.raises(CardFileError, match="'pond' is not known here"):
        read_cards(f"{HEAD}pond = 1", CardSet.HOUSE)
    with pytest.raises(CardFileError, match=r"begin each with \[\[card\]\]"):
        read_cards(f"{HEAD}card = 3", CardSet.HOUSE)
