"""Replays of Epic: equal to live play, without hidden information, without uncaught errors."""

import random
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.engine.game import Setup
from rules.engine.ids import CHANCE
from rules.games import EPIC
from rules.judge.board import JUDGE, PUBLIC
from rules.judge.record import CHANCE_NAME, Play, Position, PositionField, RecordError, parse, to_json, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.result import Replay
from rules.judge.replay.seeds import splitmix64
from rules.judge.replay.verdict import Illegal, Verdict
from tests.rules.judge.disputed import judged
from tests.rules.judge.epic_games import PLAYABLE, recorded, setup

SEEDS = range(8)
ON_SEEDS = pytest.mark.parametrize(
    "seed", [*SEEDS[:2], *(pytest.param(seed, marks=pytest.mark.sweep) for seed in SEEDS[2:])]
)
"""Runs a test on the first seeds, and in a sweep on the others."""
HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"


@ON_SEEDS
def test_replay_equals_live_play(seed):
    chance = random.Random(seed)
    live = EPIC.engine.new_game(setup(seed))
    digests: list[str] = []
    outcomes = 0
    while not live.over:
        if live.pending is not None and live.pending.seat == CHANCE:
            EPIC.engine.apply(live, EPIC.engine.outcome(live, splitmix64(seed, outcomes)))
            outcomes += 1
        else:
            EPIC.engine.apply(live, EPIC.engine.sample(live, chance))
        digests.append(live.digest())
    replayed = replay(EPIC, parse(write(recorded(seed))))
    assert replayed.verdict is Verdict.LEGAL
    # A forced answer that is written down too is a step of its own, without a decision.
    assert [step.state.digest() for step in replayed.steps if not step.repeats] == digests
    assert replayed.final.log == live.log
    assert replayed.facts()["winners"] == [live.names[seat] for seat in live.winners]


@ON_SEEDS
@pytest.mark.parametrize("viewer", [PUBLIC, 0, 1])
def test_timeline_contains_no_card_hidden_from_viewer(seed, viewer):
    replayed = replay(EPIC, recorded(seed))
    timeline = replayed.to_json(viewer)["timeline"]
    seen = set()
    for index in range(len(replayed.steps) + 1):
        state = replayed.steps[index - 1].state if index else replayed.initial_state
        seen |= _visible_cards(state, viewer)
        texts = [*replayed.sentences(index, viewer), str(replayed.board(index, viewer).to_json())]
        texts += [timeline[index - 1]["text"]] * (index > 0)
        # A turn that begins is not the card Turn.
        texts = [re.sub(r"\bTurn (?=\d+ begins)", "", text) for text in texts]
        output = {name for name in PLAYABLE for text in texts if name in text}
        assert output <= seen


def _visible_cards(state, viewer):
    """Return what ``viewer`` has seen by now: everything public, and the own hand."""
    cards = [cid for seat in state.seats for cid in (*seat.discard, *seat.supplemental)]
    cards += state.entered
    cards += [cid for event in state.log if event.kind == "reveal" for cid in event.args[2:]]
    cards += [event.args[1] for event in state.log if event.kind in ("banish-hand", "reveal-top")]
    cards += [event.args[1] for event in state.log if event.kind in ("play", "recall", "bounce", "discard")]
    cards += [cid for event in state.log if event.kind == "recycle" for cid in event.args[1:]]
    cards += [cid for event in state.log if event.kind == "draw" and event.args[0] == viewer for cid in event.args[1:]]
    names = {state.printed_of(cid).name for cid in cards}
    # A name that is part of a name that has been seen tells nothing.
    return names | {part for part in PLAYABLE for name in names if part in name}


def illegal(replayed: Replay) -> Illegal:
    """Return the illegal line of a replay that has one."""
    assert replayed.illegal is not None
    return replayed.illegal


def test_legal_actions_and_digest_are_visible_to_judges_only():
    record = parse(f"{HEADERS}Ben: keep\nAnna: keep\nBen: play Kong\n")
    replayed = replay(EPIC, record)
    assert replayed.to_json(JUDGE)["illegal"]["legal"] == list(illegal(replayed).legal)
    for viewer in (PUBLIC, 0, 1):
        assert "legal" not in replayed.to_json(viewer)["illegal"]
        assert "digest" not in replayed.to_json(viewer)["final"]


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_record_from_any_moment_of_game_continues_equally(seed):
    whole = replay(EPIC, recorded(seed))
    moments = [index for index, step in enumerate(whole.steps, 1) if step.state.pending is not None]
    for index in moments[:: max(1, len(moments) // 12)]:
        fields = tuple(PositionField(*pair) for pair in EPIC.notation.describe(whole.steps[index - 1].state))
        rest = replace(recorded(seed), position=Position(fields), plays=recorded(seed).plays[index:])
        replayed = replay(EPIC, parse(write(rest)))
        assert replayed.verdict is Verdict.LEGAL
        assert replayed.board(len(replayed.steps), JUDGE) == whole.board(len(whole.steps), JUDGE)


def test_forced_actions_can_be_stated():
    text = (
        f"{HEADERS}Position\nTurn: Anna 7\nAnna health: 20\nBen health: 20\nAnna gold: 1\nAnna hand: Pyromancer\n"
        "Ben champion: Wolf Token\nPlays\nAnna: play Pyromancer\n"
    )
    position = replay(EPIC, parse(text))
    kinds = [event.kind for event in position.steps[0].events]
    assert Counter(kinds)["resolve"] >= 1
    repeated = replay(EPIC, parse(f"{text}Anna: resolve Pyromancer: tribute\n"))
    assert repeated.verdict is Verdict.LEGAL
    assert [step.repeats for step in repeated.steps] == [False, True]
    assert repeated.decisions == 1
    assert repeated.final.digest() == position.final.digest()


def test_unknown_card_gets_name_of_its_play():
    text = (
        f"{HEADERS}Position\nTurn: Anna 7\nAnna health: 20\nBen health: 20\nAnna hand: 2 ?\nAnna deck: 20\n"
        "Plays\nAnna: play kong\n"
    )
    replayed = replay(EPIC, parse(text))
    assert replayed.illegal is None
    hand = replayed.board(1, JUDGE).sides[0].hand.cards
    assert hand == ("?",)
    assert [piece.card for piece in replayed.board(1, JUDGE).sides[0].pieces] == ["Kong"]


def test_words_of_line_with_unknown_cards_are_visible_to_permitted_viewers():
    lines = "Ben: mulligan ?, Kong\nAnna: keep\nAnna: play Wolf's Call"
    replayed = replay(EPIC, parse(HEADERS + lines))
    output = {viewer: [step.words_for(viewer) for step in replayed.steps] for viewer in (PUBLIC, 0, 1, JUDGE)}
    mulligan, rest = "mulligan 2 cards", ["keep", "play Wolf's Call"]
    assert output == {
        PUBLIC: [mulligan, *rest],
        0: [mulligan, *rest],
        1: ["mulligan ?, Kong", *rest],
        JUDGE: ["mulligan ?, Kong", *rest],
    }


def test_unknown_drawn_card_gets_name_of_record():
    text = (
        f"{HEADERS}Position\nTurn: Ben 8\nPhase: start\nAnna health: 20\nBen health: 20\nBen deck: 20\n"
        "Plays\nchance: Ben draws Kong\nBen: play Kong\n"
    )
    replayed = replay(EPIC, parse(text))
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.board(1, JUDGE).sides[1].hand.cards == ("Kong",)
    assert replayed.board(1, 0).sides[1].hand.cards is None


def test_lines_after_end_cite_rule_that_ended_game():
    replayed = replay(EPIC, parse(f"{HEADERS}Anna: concede\nBen: keep\n"))
    assert illegal(replayed).line == 7
    assert [reason.text for reason in illegal(replayed).reasons] == ["The game is over: Ben has won."]
    assert illegal(replayed).reasons[0].rule


def test_deck_with_token_raises_at_its_line():
    with pytest.raises(RecordError) as caught:
        replay(EPIC, parse(f"{HEADERS}Deck Anna\n7 Wolf Token\nPlays\nBen: keep\n"))
    assert (caught.value.line, str(caught.value)) == (6, "line 6: Wolf Token is not a deck card")


def test_play_without_initiative_is_illegal():
    position = "Position\nTurn: Anna 7\nAnna health: 20\nBen health: 20\nBen hand: Lash\nPlays\n"
    replayed = replay(EPIC, parse(f"{HEADERS}{position}Ben: play Lash\n"))
    assert [(reason.rule, reason.text) for reason in illegal(replayed).reasons] == [
        ("4.1.2", "Ben does not have initiative; Anna has it.")
    ]


_VERBS = ("play", "use", "attack with", "block with", "target", "choose", "discard", "resolve", "assign", "reveal")
_NAMES = (*PLAYABLE, "Wolf Token#2", "Ben", "?", "none", "7 Kong", "Ben's Kong", "Kong: 3 to Ben", "Kong: tribute")


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_damaged_record_is_judged_or_rejected(data):
    record = recorded(data.draw(st.sampled_from(SEEDS[:4])))
    plays = list(record.plays[: data.draw(st.integers(5, 90))])
    for _ in range(data.draw(st.integers(1, 3))):
        index = data.draw(st.integers(0, len(plays) - 1))
        other = data.draw(st.sampled_from(plays))
        match data.draw(st.integers(0, 5)):
            case 0:
                del plays[index]
                plays = plays or [other]
            case 1:
                plays.insert(index, other)
            case 2:
                plays[index] = replace(plays[index], actor=data.draw(st.sampled_from(("Anna", "Ben", CHANCE_NAME))))
            case 3:
                words = plays[index].words.split()
                words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(other.words.split()))
                plays[index] = replace(plays[index], words=" ".join(words))
            case 4:
                words = f"{data.draw(st.sampled_from(_VERBS))} {data.draw(st.sampled_from(_NAMES))}"
                plays[index] = replace(plays[index], words=words)
            case 5:
                words = data.draw(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1))
                plays[index] = replace(plays[index], words=words)
    try:
        damaged = parse(write(replace(record, plays=tuple(plays))))
        replayed = replay(EPIC, damaged)
    except RecordError as error:
        problems = error.problems
    else:
        problems = ()
        # A line that tells what chance brought may be among what was lost.
        assert bool(replayed.undetermined) == (replayed.verdict is Verdict.UNDETERMINED)
        assert (replayed.illegal is not None) == (replayed.verdict is Verdict.ILLEGAL)
        assert replayed.to_json()
        assert replayed.to_json(PUBLIC)
    assert all(problem.line > 0 and problem.message for problem in problems)


def test_replay_hashes_depend_on_plays_and_not_on_comments():
    one = replay(EPIC, recorded(0)).hashes
    other = replay(EPIC, replace(recorded(0), plays=recorded(0).plays[:-1])).hashes
    assert (one.rules, one.cards, one.engine) == (other.rules, other.cards, other.engine)
    assert one.record != other.record
    assert replay(EPIC, parse(write(recorded(0)))).hashes == one


def test_replay_without_decklists_is_legal():
    game = replay(EPIC, parse(f"{HEADERS}Ben: mulligan 2 ?\nAnna: keep\nAnna: play Kong\nAnna: pass\n"))
    assert game.illegal is None
    assert to_json(game.record)["decks"] == []
    assert EPIC.engine.new_game(Setup(("Anna", "Ben"), (None, None), 0, "RB-2017")).pending.seat != CHANCE
    assert game.record.plays[0] == Play("Ben", "mulligan 2 ?")


PUBLIC_CASES = [
    ("Ben: mulligan Kong, Muse", {"Ben_hand": "Kong, Muse"}, "mulligan 2 cards", None),
    ("Anna: play Lash", {"Anna_hand": "Kong"}, "play Lash", None),
    (
        "Anna: play Steel Golem\nAnna: reveal Muse, Kong",
        {"Anna_hand": "Steel Golem, Muse, Kong"},
        "reveal Kong, Muse",
        [
            "Kong shares no alignment with Anna's Steel Golem (I-56).",
            "The loyalty of Anna's Steel Golem asks for exactly 2 cards that share an alignment with it.",
        ],
    ),
    (
        "Anna: play Surprise Attack\nAnna: yes\nAnna: choose Lash",
        {"Anna_hand": "Surprise Attack, Lash, Kong, Muse"},
        "choose Lash",
        ["Lash cannot be picked for Surprise Attack: it does not qualify."],
    ),
    (
        "chance: Anna draws Kong",
        {"Phase": "start", "Anna_deck": "Lash / 5"},
        "Anna draws a card",
        ["The card that is named cannot be on top of Anna's deck."],
    ),
]


@pytest.mark.parametrize(("plays", "fields", "words", "message"), PUBLIC_CASES)
def test_illegal_line_is_public_with_reasons(plays, fields, words, message):
    replayed = judged(plays, **fields)
    shown = replayed.to_json(PUBLIC)["illegal"]
    assert shown["text"] == f"{illegal(replayed).actor}: {words}"
    texts = [reason["text"] for reason in shown["reasons"]]
    assert texts == (message or [reason.text for reason in illegal(replayed).reasons])
    assert replayed.to_json(JUDGE)["illegal"]["text"].endswith(plays.rpartition(": ")[2])


def test_unreadable_words_are_shown_without_hidden_names():
    state = judged(
        "", Anna_hand="Lurking Giant, Sea Titan", Ben_champion="Muse, Sea Hydra", Ben_hand="Kong"
    ).initial_state
    words = "juggle Lurking Giant and Sea Titan with Muse"
    assert EPIC.views.attempted_text(state, 0, words, PUBLIC) == "juggle ... ... and Sea ... with Muse"
    assert EPIC.views.attempted_text(state, 0, words, 0) == words
