"""Positions: defaults, moments in battle, and all errors at once."""

import pytest

from rules.engine.game import Setup
from rules.epic.notation.answers import NOTATION
from rules.epic.state import EXPENDED, FLIPPED, PREPARED
from rules.notation.position.errors import FieldError, PositionError
from tests.rules.epic.notation.table import position

ANNA, BEN = 0, 1


PERSONAL = "health, gold, bound gold, hand, champion, resolving, discard, broken, deck, ones played, cannot, also"
MOOD = (
    "'Mood' is no field of a position; known are Turn, Phase, Initiative, Passed, Played, Defender, Blocked, "
    "No more attacks, Out, Gone, Resolving, Waiting, Noted, End of turn, Also, "
) + ", ".join(f"{who} {what}" for who in ("Anna", "Ben") for what in PERSONAL.split(", "))


def position_errors(**fields):
    with pytest.raises(PositionError) as caught:
        position(**fields)
    return [(item.key, item.index, item.message) for item in caught.value.errors]


def test_position_without_fields_uses_defaults():
    state = position()
    assert (state.turn, state.turn_number, state.phase, state.initiative) == (ANNA, 7, "main", ANNA)
    assert [seat.gold for seat in state.seats] == [1, 1]
    assert [[len(group) for group in seat.deck] for seat in state.seats] == [[30], [30]]
    assert (state.pending.seat, state.pending.kind) == (ANNA, "act")


def test_position_at_start_of_turn_continues_with_gold_and_draw():
    state = position(Phase="start", Anna_gold="0", Anna_champion="Kong (expended, deploying)", Anna_deck="Lash / 20")
    assert state.seats[ANNA].gold == 1
    assert [state.table[cid].name for cid in state.seats[ANNA].hand] == ["Lash"]
    champion = state.seats[ANNA].champions[0]
    assert (champion.stance, champion.deploying) == (PREPARED, False)


def test_position_mid_battle_has_positions_of_champions():
    state = position(
        Phase="before damage",
        Anna_champion="Kong (attacking), Triceratops",
        Ben_champion="Palace Guard (blocking, 3 damage)",
    )
    kong, triceratops = state.seats[ANNA].champions
    guard = state.seats[BEN].champions[0]
    assert (kong.stance, triceratops.stance, guard.stance) == (EXPENDED, PREPARED, FLIPPED)
    assert (guard.damage, guard.hurt, state.blocked, state.defender) == (3, 3, True, BEN)
    assert state.pending.seat == BEN
    assert position(version="CR-2016-03", Phase="before damage", Anna_champion="Kong (attacking)").pending.seat == ANNA


@pytest.mark.parametrize(
    ("version", "phase", "holder", "passed"),
    [
        ("RB-2017", "main", "Anna", ()),
        ("RB-2017", "main", "Ben", (0,)),
        ("CR-2016-03", "main", "Ben", (0,)),
        ("RB-2017", "before blocks", "Ben", (0,)),
        ("RB-2017", "before damage", "Anna", (1,)),
        ("CR-2016-03", "before damage", "Ben", (0,)),
        ("CR-2016-03", "before damage", "Anna", ()),
    ],
)
def test_position_players_before_initiative_have_passed(version, phase, holder, passed):
    """Rules 4.1.3 and 4.3.3, I-40."""
    attacker = "Kong" if phase == "main" else "Kong (attacking)"
    assert position(version=version, Phase=phase, Initiative=holder, Anna_champion=attacker).passed == passed


def test_position_of_three_players_before_initiative_have_passed():
    fields = {"Turn": ["Anna 7"], "Initiative": ["Cem"], "Anna health": ["9"], "Ben health": ["9"], "Cem health": ["9"]}
    setup = Setup(("Anna", "Ben", "Cem"), (None, None, None), 0, "RB-2017", "free-for-all")
    assert NOTATION.position(fields, setup).passed == (0, 1)
    battle = {**fields, "Phase": ["before blocks"], "Defender": ["Ben"]}
    with pytest.raises(PositionError) as caught:
        NOTATION.position(battle, setup)
    assert [(wrong.key, wrong.message) for wrong in caught.value.errors] == [
        ("Initiative", "Cem is neither attacking nor attacked and has no initiative in this battle (I-42)")
    ]


def test_position_in_blocks_step_asks_for_blockers():
    state = position(Phase="blocks", Anna_champion="Kong (attacking)", Ben_champion="Palace Guard")
    assert (state.pending.kind, state.pending.seat) == ("block", BEN)


def test_position_rest_of_decklist_is_deck():
    deck = ("Kong",) * 3 + ("Lash",) * 2
    state = position(decks=(deck, None), Anna_hand="Kong", Anna_discard="Lash")
    assert [sorted(state.table[cid].name for cid in group) for group in state.seats[ANNA].deck] == [
        ["Kong", "Kong", "Lash"]
    ]
    state = position(decks=(deck, None), Anna_hand="Kong, ?", Anna_deck="rest / Lash")
    assert [[state.table[cid].name for cid in group] for group in state.seats[ANNA].deck] == [["?", "?"], ["Lash"]]


@pytest.mark.parametrize(
    ("hand", "cards"),
    [
        ("Kong, Surprise Attack, ?", ["?", "Kong", "Surprise Attack"]),
        ("2 ?, Kong", ["?", "?", "Kong"]),
        ("Kong, 2x ?, 2 Lash", ["?", "?", "Kong", "Lash", "Lash"]),
        ("? and Kong", ["?", "Kong"]),
        ("3", ["?", "?", "?"]),
    ],
)
def test_position_hand_can_contain_unknown_cards(hand, cards):
    state = position(Anna_hand=hand)
    assert sorted(state.table[cid].name for cid in state.seats[ANNA].hand) == cards


def test_position_champions_have_changes_counters_and_owners():
    state = position(
        Ben_champion="Kong (owner Anna, 2 counters, +3 offense, airborne in play, 1 damage, 4 suffered)",
    )
    kong = state.seats[BEN].champions[0]
    assert (kong.owner, kong.controller, kong.plus, kong.damage, kong.hurt) == (ANNA, BEN, 2, 1, 4)
    assert (kong.until_end, kong.lasting) == ((("offense", 3),), (("keyword", "airborne"),))


def test_position_errors_are_all_reported_at_once():
    deck = ("Kong",) * 3 + ("Lash",) * 2
    assert position_errors(
        decks=(deck, None),
        Turn="Anna 6",
        Anna_health="0",
        Ben_health=None,
        Anna_hand="4 Kong, Wolf Token, Konng",
        Ben_champion=["Lash", "Palace Guard (attacking)", "Kong (99 damage)", "Kong (sleepy)"],
        Anna_gold="-1",
        Mood="good",
    ) == [
        ("Mood", 0, MOOD),
        ("Anna hand", 0, "Wolf Token is a token: it exists in play only (2.3.5)"),
        ("Anna hand", 0, "no card is called 'Konng'; did you mean Kong?"),
        ("Ben champion", 0, "Lash is no champion and cannot be in play"),
        ("Ben champion", 3, "Kong: 'sleepy' is not understood"),
        ("Anna hand", 0, "the position has 4 Kong, the decklist of Anna has 3"),
        ("Anna gold", 0, "Anna gold is -1: there cannot be less than 0"),
        ("Anna health", 0, "Anna health is 0: a player with 0 health or less has lost (1.5.4)"),
        ("Turn", 0, "turn 6 is not the turn of Anna, as Anna took the first"),
        ("Ben champion", 1, "Palace Guard is in a battle, but the phase is main"),
        ("Ben champion", 2, "Kong has 99 damage and defense 14: it would have broken (5.16.3)"),
    ]


PHASE = (
    "Phase is one of start; start, draw; start, triggers; main; attackers declared; before blocks; blocks; blockers "
    "declared; before damage; damage; after damage; end; end, hand size; end, healing; end, turn over; opening hands, "
    "1 dealt; mulligans, 1 asked"
)
SINGLE = [
    ({"Turn": "0"}, "Turn", "whose turn it is and which is missing: write `Turn: Anna 5`"),
    ({"Turn": "Carl 3"}, "Turn", "'Carl' is no player; players are Anna, Ben"),
    ({"Phase": "lunch"}, "Phase", PHASE),
    ({"Initiative": "Carl"}, "Initiative", "'Carl' is no player; players are Anna, Ben"),
    (
        {"Phase": "blocks", "Anna_champion": "Kong (attacking)", "Initiative": "Ben"},
        "Initiative",
        "nobody has initiative while blockers are declared",
    ),
    ({"Blocked": "yes"}, "Blocked", "Blocked is stated, but there is no battle in phase main"),
    (
        {"Phase": "before damage", "Blocked": "no", "Ben_champion": "Kong (blocking)"},
        "Blocked",
        "a champion is blocking, so the attack is blocked (4.4.6[2])",
    ),
    (
        {"Phase": "before blocks", "Blocked": "yes", "Anna_champion": "Kong (attacking)"},
        "Blocked",
        "nothing can be blocked before blockers are declared",
    ),
    (
        {"Phase": "blocks", "Ben_champion": "Kong (attacking)"},
        "Ben champion",
        "Kong cannot be attacking: it is not its controller's turn (4.4.1)",
    ),
    (
        {"Phase": "before blocks", "Anna_champion": "Kong (attacking)", "Ben_champion": "Palace Guard (blocking)"},
        "Ben champion",
        "Palace Guard cannot be blocking before blockers are declared (4.4.6[1])",
    ),
    (
        {"Phase": "before damage", "Anna_champion": "Kong (attacking, blocking)"},
        "Anna champion",
        "Kong cannot attack and block at the same time",
    ),
    ({"Anna_broken": "Kong"}, "Anna broken", "Kong is said to have broken and is not in the discard pile"),
    ({"Anna_deck": "rest"}, "Anna deck", "`rest` needs a decklist: write `Deck` and the list, or the number of cards"),
    ({"Anna_hand": ["Kong", "Lash"]}, "Anna hand", "Anna hand is given more than once"),
    (
        {"Anna_ones_played": "Purple"},
        "Anna ones played",
        "'Purple' is no alignment; alignments are Good, Evil, Sage, Wild",
    ),
    ({"End_of_turn": "doom"}, "End of turn", "write `End of turn: Anna breaks Kong (by Surprise Attack)`"),
    ({"Anna_champion": "Kong (owner Carl)"}, "Anna champion", "'Carl' is no player; players are Anna, Ben"),
    ({"Played": "Ben"}, "Played", "Played names who has initiative and has made a play since receiving it"),
]


START = {"Phase": "start"}
SINGLE += [
    (
        {"Initiative": "nobody"},
        "Initiative",
        "somebody has initiative in this phase: name who may make a play (4.1.3)",
    ),
    ({"Initiative": "Carl"}, "Initiative", "'Carl' is no player; players are Anna, Ben"),
    ({"Initiative": "Carl", "Played": "Ben"}, "Initiative", "'Carl' is no player; players are Anna, Ben"),
    (
        {"Phase": "before damage", "Initiative": "Carl", "Anna_champion": "Kong (attacking)"},
        "Initiative",
        "'Carl' is no player; players are Anna, Ben",
    ),
    ({"Passed": "Ben, Ben"}, "Passed", "nobody passes twice in one window: name each player once"),
    (
        {"Initiative": "Ben", "Passed": "nobody"},
        "Passed",
        "where Ben has initiative here, who has passed before is Anna (4.1.3)",
    ),
    (
        {"Initiative": "Ben", "Passed": "Ben"},
        "Passed",
        "where Ben has initiative here, who has passed before is Anna (4.1.3)",
    ),
    (
        {"Passed": "Anna"},
        "Passed",
        "where Anna has initiative here, who has passed before is nobody or Anna, Ben (4.1.3)",
    ),
    (
        {"Phase": "before blocks", "Passed": "Anna", "Anna_champion": "Kong (attacking)"},
        "Passed",
        "where Anna has initiative here, who has passed before is nobody or Ben (4.1.3)",
    ),
    ({"Initiative": "Carl", "Passed": "Ben"}, "Initiative", "'Carl' is no player; players are Anna, Ben"),
    ({"Initiative": "Ben", "Passed": "Carl"}, "Passed", "'Carl' is no player; players are Anna, Ben"),
    (
        {"Out": "Anna", "Initiative": "Anna"},
        "Initiative",
        "Anna is out of the game and has no initiative: name somebody who plays",
    ),
    ({"Out": "Ben"}, "Out", "the game is over when only one is left: leave out those who still play"),
    ({"Out": "Carl"}, "Out", "'Carl' is no player; players are Anna, Ben"),
    (
        START | {"Anna_ones_played": "Wild"},
        "Anna ones played",
        "nobody has played a card this turn, which only starts: leave this out (4.2.1)",
    ),
    (
        START | {"Anna_discard": "Kong", "Anna_broken": "Kong"},
        "Anna broken",
        "nothing has broken this turn, which only starts: leave this out",
    ),
    (
        START | {"No_more_attacks": "yes"},
        "No more attacks",
        "nothing forbids attacks this turn, which only starts: leave this out (4.5.2d)",
    ),
    (
        START | {"Ben_champion": "Kong (2 damage)"},
        "Ben champion",
        "Kong has no damage when a turn starts: the End Phase removed it (4.5.2c)",
    ),
    (
        START | {"Ben_champion": "Kong (+3 offense)"},
        "Ben champion",
        "what changed Kong until end of turn is over when a turn starts (4.5.2d)",
    ),
    (
        START | {"Anna_champion": "Kong (attacked)"},
        "Anna champion",
        "Kong has not attacked this turn, which only starts",
    ),
    ({"Phase": "damage", "Initiative": "Ben"}, "Initiative", "nobody has initiative in the damage step"),
    (
        START | {"Passed": "Ben"},
        "Passed",
        "nobody has passed: nobody has had initiative in this step",
    ),
    (
        {"Defender": "Anna", "Phase": "before blocks"},
        "Defender",
        "the player whose turn it is attacks and cannot be the defender",
    ),
    ({"Turn": "Anna 0"}, "Turn", "turns are numbered from 1"),
    ({"Anna_hand": "²"}, "Anna hand", "no card is called '²'"),
    ({"Anna_champion": "Kong (² damage)"}, "Anna champion", "Kong: '² damage' is not understood"),
    ({"Anna_gold": "many"}, "Anna gold", "'many' is no number of points"),
    ({"Anna_health": "10000"}, "Anna health", "Anna health is 10000: too much"),
    ({"Blocked": "maybe", "Phase": "before damage"}, "Blocked", "Blocked is yes or no, not 'maybe'"),
    ({"Anna_champion": "?"}, "Anna champion", "no card is called '?'"),
    (
        {"Anna_champion": "Kong (attacked)", "Turn": "Ben 8"},
        "Anna champion",
        "Kong cannot have attacked in a turn that is not its controller's (4.4.1)",
    ),
    (
        {"Ben_champion": "Kong (2 damage, 1 suffered)"},
        "Ben champion",
        "Kong has more damage than it suffered this turn",
    ),
    ({"Anna_deck": "Kong / / Lash"}, "Anna deck", "a group of the deck of Anna is empty"),
    (
        {"Anna_cannot": "sleep"},
        "Anna cannot",
        "'sleep' is nothing one is kept from; that is gain health or be targeted",
    ),
]


@pytest.mark.parametrize(("fields", "key", "message"), SINGLE)
def test_position_with_contradiction_reports_error(fields, key, message):
    found = position_errors(**fields)
    assert (key, message) in [(where, text) for where, _, text in found]


def test_position_deck_is_checked_against_decklist():
    deck = ("Kong",) * 3 + ("Lash",) * 2
    assert position_errors(decks=(deck, None), Anna_hand="Kong", Anna_deck="Kong, Kong, Kong, Lash") == [
        ("Anna deck", 0, "with the deck, the position has 4 Kong, the decklist of Anna has 3"),
    ]
    assert position_errors(decks=(deck, None), Anna_hand="Kong", Anna_deck="3 ?") == [
        ("Anna deck", 0, "Anna has 4 cards here, but 5 in the decklist"),
    ]


@pytest.mark.parametrize(
    "text", ["", "((((", "Kong (", "Kong )(", "9" * 50, "99 Kong, " * 200, "/ / /", "#" * 30, "a" * 4000]
)
@pytest.mark.parametrize(
    "field", ["Anna_champion", "Anna_hand", "Anna_deck", "Turn", "Phase", "End_of_turn", "Anna_health"]
)
def test_position_hostile_text_raises_position_errors_only(field, text):
    errors: tuple[FieldError, ...] = ()
    try:
        assert NOTATION.describe(position(**{field: text}))
    except PositionError as error:
        errors = error.errors
    assert all(item.message for item in errors)


def test_position_borrowed_champion_has_player_to_return_to():
    state = position(Anna_champion="Kong (owner Ben, returns to Ben)")
    kong = state.seats[0].champions[0]
    assert (kong.controller, kong.owner, kong.keeper) == (0, 1, 1)
    assert ("Anna champion", "Kong (returns to Ben, owner Ben)") in NOTATION.describe(state)
