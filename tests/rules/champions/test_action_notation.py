"""Action notation of Champions: full words, third person, short forms, names alone."""

import random
from typing import Any

import pytest

import rules
from rules.champions.cards import (
    Alliance,
    Card,
    CardClass,
    CardFile,
    CardType,
    Category,
    Duration,
    Line,
    Objective,
    ObjectiveKind,
    Origin,
    When,
)
from rules.champions.cards.serialization import to_toml
from rules.champions.notation.actions import WORDINGS
from rules.champions.rules import RULES
from rules.engine.decision import AmbiguousActionError, InvalidActionError
from rules.engine.ids import CHANCE
from rules.table import Table
from tests.rules.champions.positions import described, state, table

HAND = "Anna hand: Gate Guard, Mending Light, Second Wind"


def test_action_words_exist_for_every_verb() -> None:
    assert {verb: row.kind for verb, row in WORDINGS.rows.items()} == {
        verb.name: verb.kind for verb in RULES.verbs.named.values()
    }


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("play Gate Guard with Ilse", "play Gate Guard with Ilse Lampwright"),
        ("plays gate guard with ilse.", "play Gate Guard with Ilse Lampwright"),
        ("pl gat gua with ils", "play Gate Guard with Ilse Lampwright"),
        ("Gate Guard with Ilse", "play Gate Guard with Ilse Lampwright"),
        ("Mending Light with Mirin", "play Mending Light with Mirin the Quiet"),
        ("uses Sister Vane", None),
        ("x pit drover", "use Pit Drover"),
        ("passes", "pass"),
        ("P", "pass"),
        ("resigns", "concede"),
        ("gg", "concede"),
    ],
)
def test_action_words_parse_to_normalized_words(message: str, meant: str | None) -> None:
    at = table(HAND)
    if meant is None:
        with pytest.raises(InvalidActionError, match="'Sister Vane' is none of"):
            at.game.notation.read(at.state, 0, message)
    else:
        assert at.game.notation.render(at.state, at.game.notation.read(at.state, 0, message).action) == meant


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("paly Gate Guard", "'paly Gate Guard' is not understood; did you mean .play.. Anna plays a card"),
        ("play", "a name is missing; Anna .*: write"),
        ("pass on it", "'on it' is too much here; Anna"),
        ("place Ilse", "'Ilse' does not say which Champion goes to which lane, 1 to 4"),
        ("play ≠ Gate Guard with Ilse", "'≠' is not understood; write the play in words"),
        ("play Gate Guard != with Ilse", "'!=' is not understood"),
        ("play Gate Guard with Ilse?", "'[?]' is not understood"),
        ("Ben draws Second Wind", "Ben draws by chance: write `chance: Ben draws Second Wind`"),
    ],
)
def test_read_unknown_words_raises_with_expected_words(message: str, why: str) -> None:
    at = table(HAND)
    with pytest.raises(InvalidActionError, match=why):
        at.game.notation.read(at.state, 0, message)


def test_draw_that_is_not_due_is_illegal_in_a_sentence() -> None:
    at = table(HAND)
    reading = at.game.notation.read(at.state, CHANCE, "Anna draws Gate Guard")
    texts = [each.text for each in at.game.engine.check(at.state, reading.action)]
    assert any(text.startswith("Chance cannot draw a card now: first Anna") for text in texts)


def test_read_name_alone_for_two_champions_raises_ambiguous() -> None:
    at = table(HAND)
    with pytest.raises(AmbiguousActionError) as caught:
        at.game.notation.read(at.state, 0, "Gate Guard")
    assert "play Gate Guard with Warden of the Ford" in str(caught.value)


def test_read_name_alone_for_player_not_asked_raises() -> None:
    at = table(HAND)
    with pytest.raises(InvalidActionError, match="'Gate Guard' is not understood"):
        at.game.notation.read(at.state, 1, "Gate Guard")


def test_read_chance_line_begins_with_player() -> None:
    at = table(HAND, "Phase: draw", "Actions: 0")
    answer = at.game.notation.read(at.state, CHANCE, "anna draws second wind").action
    assert at.game.notation.render(at.state, answer) == "Anna draws Second Wind"


def test_short_forms_list_shortest_first() -> None:
    at = table(HAND)
    notation = at.game.notation
    answer = notation.read(at.state, 0, "play Gate Guard with Ilse").action
    short = list(notation.short_forms(at.state, answer))
    assert short[-1].startswith("play ")
    assert [notation.parses_as(at.state, 0, words, answer) for words in short[-2:]] == [True, True]
    assert len(short[0]) < len(short[1]) < len(short[-1])


NAMES = ("Pass", "Nothing", "Fire with Water", "Fire")


@pytest.fixture
def named() -> Table:
    """Return a game with Abilities whose names have words of the notation in them."""
    facts: dict[str, Any] = {"alliance": Alliance.ORDER, "tags": ()}
    quest = (Objective(ObjectiveKind.UNIT),) * 4
    leader: dict[str, Any] = {
        "card_class": CardClass.WARRIOR,
        "cost": 4,
        "health": 1,
        "unique": False,
        "quest": quest,
        "text": (),
    }
    blessing: dict[str, Any] = {
        "duration": Duration.INSTANT,
        "corners": (),
        "text": (Line(When.DOES, (), "", ("draw 1",)),),
    }
    ability: dict[str, Any] = {
        "category": Category.ABILITY,
        "card_class": CardClass.ANY,
        "text": (Line(When.DOES, (), "", ("heal 1 you",)),),
    }
    cards = (
        *(Card(f"Leader {n}", Origin.ORGANISER, kind=CardType.CHAMPION, **facts, **leader) for n in range(4)),
        *(Card(f"Gift {n}", Origin.ORGANISER, kind=CardType.BLESSING, **facts, **blessing) for n in range(4)),
        *(Card(name, Origin.ORGANISER, kind=CardType.ACTION, **facts, **ability) for name in NAMES),
    )
    file = to_toml(CardFile("Names", Origin.ORGANISER, False, cards, (), ""))
    leaders, gifts = [f"Leader {n}" for n in range(4)], [f"Gift {n}" for n in range(4)]
    at = rules.game([[*leaders, *gifts, *NAMES * 7]] * 2, slug="champions", card_file=file)
    chance = random.Random(3)
    while state(at).phase != "action" or len({state(at).table[cid].name for cid in state(at).seats[0].hand}) < 4:
        at.apply(at.sample(chance) if at.to_act == "chance" or state(at).turn_number == 0 else f"{at.to_act}: pass")
        assert not at.over
    while at.to_act != at.players[0]:
        at.apply(at.sample(chance) if at.to_act == "chance" else f"{at.to_act}: pass")
    return at


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ('play "Pass" with Leader 1', 'play "Pass" with Leader 1'),
        ("play Pass with Leader 1", 'play "Pass" with Leader 1'),
        ('"Nothing" with Leader 1', 'play "Nothing" with Leader 1'),
        ("play \u201cFire with Water\u201d with Leader 1", 'play "Fire with Water" with Leader 1'),
        ('"Fire" with Leader 1', "play Fire with Leader 1"),
        ("pass", "pass"),
    ],
)
def test_quoted_name_is_always_a_card(named: Table, words: str, meant: str) -> None:
    seat = named.players.index(str(named.to_act))
    reading = named.game.notation.read(named.state, seat, words)
    assert named.game.notation.render(named.state, reading.action) == meant


def test_unknown_quoted_name_is_marked_as_written(named: Table) -> None:
    seat = named.players.index(str(named.to_act))
    with pytest.raises(InvalidActionError) as raised:
        named.game.notation.read(named.state, seat, 'play "Water with Fire" with Leader 1')
    assert raised.value.unparsed == '"Water with Fire"'


def test_draws_of_several_copies_are_one_line_each() -> None:
    at = table(HAND, "Anna deck: 2 Gate Guard, Choke, 5 Second Wind")
    at.apply("Anna: pass")
    at.apply("chance: Anna draws 2 Gate Guard")
    assert described(at, "Anna", "hand") == "3 Gate Guard, Mending Light, Second Wind"
    lines = at.game.notation.lines(at.state, CHANCE, "Anna draws 2x Second Wind, Choke")
    assert [line.words for line in lines] == ["Anna draws Second Wind", "Anna draws Second Wind", "Anna draws Choke"]
