"""Unknown cards get their names from plays; decisions that depend on them are undetermined."""

import pytest

from rules.games import EPIC
from rules.judge.board import JUDGE
from rules.judge.output.compact import write_compact
from rules.judge.output.full_form import expand_record
from rules.judge.record import RecordError, parse, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.judge.disputed import judged, reasons

DECK = "Deck Anna\n3 Kong\n2 Muse\n3 Steel Golem\n"
DISCARDED = "Anna's list has 2 Muse; both are accounted for: two in the discard pile."
LOYAL = {"Anna_hand": "Steel Golem, 2 ?"}


def hand(replayed):
    return replayed.board(len(replayed.steps), JUDGE).sides[0].hand.cards


def test_loyalty_with_unknown_cards_is_settled_by_naming_them():
    revealed = judged("Anna: play Steel Golem\nAnna: reveal Muse, Sea Titan\nAnna: attack with Steel Golem", **LOYAL)
    assert (revealed.verdict, hand(revealed)) == (Verdict.LEGAL, ("Muse", "Sea Titan"))
    declined = judged("Anna: play Steel Golem\nAnna: decline\nAnna: attack with Steel Golem", **LOYAL)
    assert [rule for rule, _ in reasons(declined)] == ["5.17.1"]


def test_loyalty_with_unnamed_cards_is_undetermined():
    replayed = judged("Anna: play Steel Golem\nAnna: reveal ?, ?\nAnna: attack with Steel Golem", **LOYAL)
    assert replayed.verdict is Verdict.UNDETERMINED
    assert replayed.undetermined == (
        "Line 15 (Anna): Anna reveals unknown cards: whether they share an alignment with Anna's Steel "
        "Golem is not known (5.3.1). Write their names: all players saw them (5.3.2)."
    )
    assert replayed.to_json()["undetermined"] == replayed.undetermined
    assert replayed.to_json()["illegal"] is None


def test_line_illegal_for_every_unknown_card_is_illegal():
    fields = {"Anna_hand": "Steel Golem, 2 ?, Kong"}
    assert reasons(judged("Anna: play Steel Golem\nAnna: reveal ?, Kong", **fields)) == [
        ("5.3.1", "Kong shares no alignment with Anna's Steel Golem (I-56).")
    ]
    assert reasons(judged("Anna: play Steel Golem\nAnna: reveal ?", **fields)) == [
        ("5.3.4", "Loyalty 2 reveals exactly 2 cards or none, not 1.")
    ]


def test_unknown_card_must_be_left_in_decklist():
    assert hand(judged("Anna: play Kong", decks=DECK, Anna_hand="2 ?")) == ("?",)
    missing = [("3.0", "Anna's list has no Lash.")]
    assert reasons(judged("Anna: play Lash", decks=DECK, Anna_hand="2 ?")) == missing
    used_up = judged("Anna: play Muse", decks=DECK, Anna_hand="2 ?", Anna_discard="2 Muse")
    assert used_up.verdict is Verdict.ILLEGAL
    assert reasons(used_up) == [
        ("3.0", DISCARDED),
    ]


@pytest.mark.parametrize(
    ("play", "fields", "rule", "why"),
    [
        (
            "Anna: play Muse",
            {"Anna_hand": "?", "Anna_champion": "Muse", "Anna_discard": "Muse"},
            "3.0",
            "Anna's list has 2 Muse; both are accounted for: one in play, one in the discard pile.",
        ),
        (
            "Anna: play Muse",
            {"Anna_hand": "?", "Ben_champion": "Muse (owner Anna)", "Anna_deck": "7 ? / Muse"},
            "3.0",
            "Anna's list has 2 Muse; both are accounted for: one in play, one at the bottom of the deck.",
        ),
        (
            "Anna: play Kong",
            {"Anna_hand": "?", "Anna_champion": "Kong", "Anna_discard": "2 Kong"},
            "3.0",
            "Anna's list has 3 Kong; all are accounted for: one in play, two in the discard pile.",
        ),
        (
            "Anna: play Steel Golem\nAnna: reveal Pyromancer, Pyromancer",
            {"Anna_hand": "Steel Golem, Pyromancer, ?"},
            "5.3.1",
            "Anna's list has 1 Pyromancer; it is accounted for: in hand.",
        ),
        (
            "Anna: play Surprise Attack\nAnna: choose Muse",
            {"Anna_hand": "Surprise Attack, ?", "Anna_discard": "2 Muse", "Anna_deck": "5 ? / Kong"},
            "3.2.3",
            f"Muse cannot be picked for Surprise Attack: {DISCARDED}",
        ),
        (
            "Anna: pass\nBen: pass\nAnna: discard 2 Muse",
            {"Anna_hand": "9 ?", "Anna_deck": "none", "Anna_discard": "Muse"},
            "4.5.2b",
            "Anna's list has 2 Muse; both are accounted for: one in hand, one in the discard pile.",
        ),
        (
            "chance: Anna draws Muse",
            {"Phase": "start", "Anna_discard": "2 Muse", "Anna_hand": "?", "Anna_deck": "2 ?, Kong / 4 ?"},
            "1.6.1",
            f"Muse cannot be on top of Anna's deck: {DISCARDED}",
        ),
    ],
)
def test_card_missing_from_decklist_reports_other_copies(play, fields, rule, why):
    deck = f"{DECK}1 Pyromancer\n1 Surprise Attack\n"
    assert (rule, why) in reasons(judged(play, decks=deck, **fields))


def test_known_hand_without_card_makes_play_illegal():
    wrong = judged("Anna: play Muse", decks=DECK, Anna_hand="Kong", Anna_discard="2 Muse")
    assert reasons(wrong) == [("3.0", "Anna's Muse is not in Anna's hand.")]


def test_locations_of_copies_are_not_public():
    replayed = judged("Anna: play Steel Golem\nAnna: reveal 3 Muse", decks=DECK, Anna_hand="Steel Golem, 2 Muse, ?")
    assert ("5.3.1", "Anna's list has 2 Muse; both are accounted for: two in hand.") in reasons(replayed)
    assert replayed.illegal is not None
    assert "Muse (one more) is not in Anna's hand." in [reason.text for reason in replayed.illegal.public_reasons]


@pytest.mark.parametrize(
    ("plays", "fields", "now"),
    [
        ("Anna: play ko", {"Anna_hand": "?, Muse"}, ("Muse",)),
        ("Anna: sg\nAnna: reveal mus, mus", {"Anna_hand": "3 ?"}, ("Muse", "Muse")),
        ("*: A mus", {"Anna_hand": "Kong", "Phase": "start", "Anna_deck": "7 ?"}, ("Kong", "Muse")),
    ],
)
def test_unknown_card_accepts_shortened_name_unique_in_decklist(plays, fields, now):
    replayed = judged(plays, decks=DECK, **fields)
    assert (replayed.verdict, hand(replayed)) == (Verdict.LEGAL, now)


def test_shortened_name_without_decklist_must_be_unique():
    assert hand(judged("Anna: play lurking gi", Anna_hand="2 ?")) == ("?",)
    assert judged("Anna: use las", Anna_discard="2 ?").verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("play", "decks", "fields", "names"),
    [
        ("Anna: play ste", "Deck Anna\n3 Steel Golem\n3 Steel Titan\n3 Kong\n", {"Anna_hand": "?"},
         ("Steel Golem", "Steel Titan")),
        ("Anna: play angel of", "", {"Anna_hand": "?"},
         ("Angel of Death", "Angel of Light", "Angel of Mercy", "Angel of the Gate")),
        ("chance: Anna draws ste", "Deck Anna\n3 Steel Golem\n3 Steel Titan\n3 Kong\n",
         {"Phase": "start", "Anna_deck": "9 ?"}, ("Steel Golem", "Steel Titan")),
    ],
)  # fmt: skip
def test_shortened_name_of_several_cards_lists_them(play, decks, fields, names):
    with pytest.raises(RecordError) as caught:
        judged(play, decks=decks, **fields)
    assert [problem.expected for problem in caught.value.problems] == [names]


def test_unknown_draw_is_named_within_decklist():
    fields = {"Phase": "start", "Anna_hand": "?"}
    assert "Kong" in hand(judged("chance: Anna draws Kong", decks=DECK, **fields))
    assert reasons(judged("chance: Anna draws Lash", decks=DECK, **fields)) == [
        ("1.6.1", "Lash cannot be on top of Anna's deck: Anna's list has no Lash.")
    ]


def test_missing_draw_makes_following_line_undetermined():
    replayed = judged("Anna: play Kong", decks=DECK, Phase="start", Anna_hand="Kong")
    assert replayed.verdict is Verdict.UNDETERMINED
    assert replayed.undetermined == (
        "Line 20 (Anna): A line `chance: ...` is missing before it, as chance decided first: Anna draws a card."
    )
    assert judged("Anna: concede", decks=DECK, Phase="start", Anna_hand="Kong").verdict is Verdict.LEGAL


@pytest.mark.parametrize("decks", ["", "Deck Anna\n1 Herald of Scara\n3 Kong\n3 Lash\n"])
@pytest.mark.parametrize("output", ["", "chance: Anna reveals Kong, Lash\n"])
def test_unknown_revealed_card_is_undetermined(decks, output):
    replayed = judged(f"Anna: play Herald of Scara\n{output}Anna: pass", decks=decks, Anna_hand="Herald of Scara")
    assert replayed.verdict is Verdict.UNDETERMINED
    assert replayed.undetermined.endswith(
        "(Anna): A line `chance: ...` is missing before it, as chance decided first: Anna reveals a card."
    )
    assert replayed.board(len(replayed.steps), JUDGE).waiting == "chance gives a card to reveal"


@pytest.mark.parametrize(
    ("plays", "fields", "expected"),
    [
        ("Anna: play Lash", {}, ("3.0", "Anna's Lash is not in Anna's hand.")),
        ("Anna: attack with Lurking Giant", {}, ("4.4.1", "Lurking Giant is not in play.")),
        ("Anna: attack with Wolf Token", {}, ("4.4.1", "Wolf Token is not in play.")),
        (
            "Anna: play Kong\nAnna: target Lurking Giant",
            {"Ben_champion": "Muse"},
            ("5.20.2", "Lurking Giant cannot be picked for Anna's Kong: what qualifies is Ben's Muse and Anna's Kong."),
        ),
    ],
)
def test_play_of_absent_card_is_illegal(plays, fields, expected):
    """Playing what one has not is illegal, not unreadable."""
    assert reasons(judged(plays, Anna_hand="Kong", **fields)) == [expected]


def test_play_of_nonexistent_card_name_raises():
    with pytest.raises(RecordError, match="“Konng” is not understood; did you mean `play Kong`"):
        judged("Anna: play Konng", Anna_hand="Kong")


@pytest.mark.parametrize(
    ("plays", "fields", "expected"),
    [
        (
            "Anna: play Steel Golem\nAnna: reveal Muse, Muse",
            {"Anna_hand": "Steel Golem, Muse, Sea Titan"},
            ("5.3.1", "Muse (one more) is not in Anna's hand."),
        ),
        ("Anna: attack with Kong, Kong", {"Anna_champion": "Kong"}, ("4.4.1", "Kong (one more) is not in play.")),
        (
            "Ben: block with 3 Human Token",
            {"Phase": "blocks", "Anna_champion": "Kong (attacking)", "Ben_champion": "Human Token, Human Token"},
            ("4.4.6[1]", "Human Token (one more) is not in play."),
        ),
    ],
)
def test_naming_more_copies_than_available_is_illegal(plays, fields, expected):
    """I-56: exactly so many different cards."""
    assert reasons(judged(plays, **fields)) == [expected]


def test_damage_division_may_name_champion_twice():
    fields = {
        "Phase": "before damage",
        "Anna_champion": "Kong (attacking)",
        "Ben_champion": "Palace Guard (blocking), Muse (blocking)",
    }
    plays = "Ben: pass\nAnna: pass\nAnna: assign Kong: 8 to Palace Guard; Kong: 5 to Muse"
    assert judged(plays, **fields).verdict is Verdict.LEGAL


@pytest.mark.parametrize(
    ("plays", "fields"),
    [
        ("Anna: play Watchful Gargoyle\nAnna: recycle Kong, Muse", {"Anna_hand": "Watchful Gargoyle"}),
        ("Anna: play Final Task, mode 2\nAnna: choose Kong", {"Anna_hand": "Final Task"}),
        ("Anna: yes\nAnna: choose White Knight", {"Phase": "start", "Anna_champion": "Angel of Mercy"}),
        ("Anna: use Lash", {}),
        ("Anna: play Guilt Demon\nAnna: target Anna's Kong", {"Anna_hand": "Guilt Demon"}),
        ("Anna: play Resurrection, mode 2\nAnna: target Kong", {"Anna_hand": "Resurrection", "Anna_broken": "?"}),
    ],
)
def test_unknown_card_of_discard_pile_gets_name_of_pick(plays, fields):
    assert judged(plays, Anna_discard="2 ?", **fields).verdict is Verdict.LEGAL


def test_unknown_card_named_by_pick_must_qualify():
    fields = {"Anna_hand": "Surprise Attack, ?", "Anna_deck": "Lash / 5"}
    wrong = reasons(judged("Anna: play Surprise Attack\nAnna: choose Wither", **fields))
    assert wrong == [("3.2.3", "Wither cannot be picked for Surprise Attack: it does not qualify.")]
    wrong = reasons(judged("Anna: play Final Task, mode 2\nAnna: choose Lash", Anna_hand="Final Task", Ben_discard="?"))
    assert wrong == [("3.2.3", "Lash cannot be picked for Final Task: it does not qualify.")]


def test_pick_of_none_among_unknown_cards_is_undetermined():
    fields = {"Anna_hand": "Final Task", "Anna_discard": "2 ?"}
    replayed = judged("Anna: play Final Task, mode 2\nAnna: pass", **fields)
    assert replayed.verdict is Verdict.UNDETERMINED
    assert replayed.undetermined == (
        "Line 16 (Anna): Anna picks one of the unknown cards for Final Task if one qualifies: name them in the "
        "position, or the one that was picked."
    )


@pytest.mark.parametrize(
    ("plays", "fields"),
    [
        ("Anna: pass\nBen: pass\nchance: Ben draws Kong\nBen: pass", {"Anna_deck": "0"}),
        ("chance: Anna draws Kong", {"Anna_deck": "1 ?", "Phase": "start"}),
        ("Anna: play Triceratops\nchance: Anna draws Kong", {"Anna_deck": "1 ?", "Anna_hand": "Triceratops"}),
    ],
)
def test_draw_line_from_empty_deck_is_legal(plays, fields):
    assert judged(plays, **fields).verdict is Verdict.LEGAL


@pytest.mark.parametrize("cards", ["?, ?", "2 ?", "?, Kong"])
def test_unknown_cards_of_opening_hand_can_be_replaced(cards):
    headers = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"
    replayed = replay(EPIC, parse(f"{headers}Ben: mulligan {cards}\nAnna: keep\n"))
    assert [side.totals["health"] for side in replayed.board(2, JUDGE).sides] == [30, 28]
    too_many = replay(EPIC, parse(f"{headers}Ben: mulligan {cards}, 4 ?\n"))
    assert ("1.8.2", "Ben replaces 0 to 5 of the cards in hand here, not 6.") in reasons(too_many)


@pytest.mark.parametrize("cards", ["?, ?", "2 ?", "Kong, ?"])
def test_unknown_cards_can_be_discarded_to_hand_limit(cards):
    replayed = judged(f"Anna: pass\nBen: pass\nAnna: discard {cards}", Anna_hand="9 ?")
    assert (replayed.verdict, replayed.board(3, JUDGE).sides[0].discard.count) == (Verdict.LEGAL, 2)


WHITE_KNIGHT = "Anna: play White Knight\nAnna: resolve White Knight: tribute\nchance: Anna draws {}\n"


@pytest.mark.parametrize(
    ("plays", "fields", "output"),
    [
        ("Anna: play Surprise Attack\nchance: Anna draws Wither\n", {"Anna_hand": "Surprise Attack, Lash"}, "offers"),
        (WHITE_KNIGHT.format("Kong"), {"Anna_hand": "White Knight, Ceasefire"}, "to reveal"),
    ],
)
def test_stated_draw_can_make_optional_line_unnecessary(plays, fields, output):
    without, declined = judged(plays + "Anna: pass", **fields), judged(plays + "Anna: no\nAnna: pass", **fields)
    assert (without.verdict, declined.verdict) == (Verdict.LEGAL, Verdict.LEGAL)
    assert without.final.digest() == declined.final.digest()
    draw = next(step for step in without.steps if step.actor == "chance")
    assert any(output in EPIC.views.sentence(draw.state, event, JUDGE) for event in draw.events)
    assert replay(EPIC, parse(write_compact(EPIC, without.record))).final.digest() == without.final.digest()
    assert write(expand_record(without)).rpartition("Plays")[2] == write(without.record).rpartition("Plays")[2]


def test_stated_draw_can_be_revealed_for_loyalty():
    fields = {"Anna_hand": "White Knight, Ceasefire"}
    revealed = judged(
        WHITE_KNIGHT.format("Feint") + "Anna: reveal Ceasefire, Feint\nAnna: attack with White Knight", **fields
    )
    assert revealed.verdict is Verdict.LEGAL
    unsaid = judged(WHITE_KNIGHT.format("Feint") + "Anna: pass", **fields)
    assert (unsaid.verdict, unsaid.illegal) == (Verdict.UNDETERMINED, None)
    assert "takes what Anna's White Knight offers: a line `Anna: reveal ...` or `Anna: decline`" in unsaid.undetermined
    wrong = judged(WHITE_KNIGHT.format("Kong") + "Anna: reveal Ceasefire, Kong", **fields)
    assert [rule for rule, _ in reasons(wrong)] == ["5.3.1", "5.3.4"]


TRIBUTE_ALLY_LOYALTY = "Anna: resolve White Knight: tribute, Noble Unicorn: ally, White Knight: loyalty\n"


@pytest.mark.parametrize(
    "decks", ["", "Deck Anna: 3 White Knight / 3 Noble Unicorn / 3 Feint / 3 Ceasefire / 3 Kong\n"]
)
@pytest.mark.parametrize("draws", ["chance: Anna draws {}, {}\n", "chance: Anna draws {}\nchance: Anna draws {}\n"])
def test_draws_stated_after_order_of_triggers_are_legal(decks, draws):
    fields = {"decks": decks, "Anna_hand": "White Knight", "Anna_champion": "Noble Unicorn"}
    begun = "Anna: play White Knight\n" + TRIBUTE_ALLY_LOYALTY + draws
    loyal = judged(begun.format("Feint", "Ceasefire") + "Anna: reveal Feint, Ceasefire\nAnna: pass", **fields)
    assert (loyal.verdict, hand(loyal)) == (Verdict.LEGAL, ("Ceasefire", "Feint"))
    unable = judged(begun.format("Feint", "Kong") + "Anna: pass", **fields)
    assert (unable.verdict, hand(unable)) == (Verdict.LEGAL, ("Feint", "Kong"))


def test_unknown_draw_can_be_stated_while_card_is_in_hand():
    fields = {"Anna_hand": "Erase", "Ben_champion": "Muse, Kong"}
    late = judged("Anna: play Erase\nAnna: target Kong\nchance: Anna draws Lash, Muse\nAnna: pass", **fields)
    assert (late.verdict, hand(late)) == (Verdict.LEGAL, ("Lash", "Muse"))
    for text in (write(expand_record(late)), write_compact(EPIC, late.record)):
        assert replay(EPIC, parse(text)).final.digest() == late.final.digest()
    with pytest.raises(RecordError, match="“Anna draws Kong” has not happened by the end of the record"):
        judged("Anna: play Erase\nAnna: target Kong\nchance: Anna draws Lash, Muse, Kong\nAnna: pass", **fields)
    never = judged("chance: Anna draws Lash", **{**fields, "Anna_hand": "Erase, ?"})
    assert [rule for rule, _ in reasons(never)] == ["1.6.3", "4.3.1"]
    turned = judged("Anna: play Erase\nAnna: target Kong\nAnna: pass\nBen: pass\nchance: Anna draws Lash", **fields)
    assert [rule for rule, _ in reasons(turned)] == ["1.6.3", "5.18.3"]


@pytest.mark.parametrize("name", ["Ben", "Anna"])
def test_draw_line_naming_player_raises(name):
    with pytest.raises(RecordError, match=f"there is no '{name}' here"):
        judged(f"chance: Anna draws {name}", decks=DECK, Phase="start")


def test_draw_line_naming_champion_of_opponent_is_illegal():
    replayed = judged("chance: Anna draws Fire Shaman", decks=DECK, Phase="start", Ben_champion="Fire Shaman")
    assert reasons(replayed) == [("1.6.1", "Fire Shaman cannot be on top of Anna's deck.")]
