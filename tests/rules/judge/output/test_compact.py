"""Compact records: several plays on a line, short names and verbs, a seed for chance."""

from dataclasses import replace
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.epic.state import EpicState
from rules.games import EPIC
from rules.judge.output.compact import write_compact
from rules.judge.output.random_play import record_game
from rules.judge.record import Header, RecordError, parse, write
from rules.judge.replay.replayer import replay
from rules.judge.replay.seeds import splitmix64
from rules.judge.replay.verdict import Verdict
from tests.rules.epic.engine.games import HUMANS, TALL
from tests.rules.judge.disputed import judged, reasons
from tests.rules.judge.epic_games import recorded, setup

SEEDS = range(8)
ON_SEEDS = pytest.mark.parametrize(
    "seed", [*SEEDS[:2], *(pytest.param(seed, marks=pytest.mark.sweep) for seed in SEEDS[2:])]
)
"""Runs a test on the first seeds, and in a sweep on the others."""
HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben\nFirst: Anna\n"


def without_seed(record):
    return replace(record, headers=tuple(header for header in record.headers if header.key != "Seed"))


@ON_SEEDS
@pytest.mark.parametrize("seeded", [True, False])
def test_compact_record_replays_to_same_game(seed, seeded):
    record = recorded(seed) if seeded else without_seed(recorded(seed))
    whole = replay(EPIC, record)
    text = write_compact(EPIC, record)
    short = replay(EPIC, parse(text))
    assert (short.verdict, short.decisions) == (Verdict.LEGAL, whole.decisions)
    assert short.final.digest() == whole.final.digest()
    assert ("\n*: " in text or " / *: " in text) is not seeded
    assert write(parse(write(parse(text)))) == write(parse(text))


def test_compact_record_of_whole_game_has_one_to_two_kilobytes():
    """With decks as people play them: how long a record is must not hang on how many cards the engine knows."""
    games = [record_game(EPIC, setup(seed, (HUMANS, TALL)), seed) for seed in SEEDS]
    assert median(len(write_compact(EPIC, game).encode()) for game in games) < 2_000


def test_splitmix64_returns_reference_values():
    """The reference values of SplitMix64 for the seeds 0 and 1234567."""
    assert [splitmix64(0, index) for index in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]
    assert splitmix64(1234567, 0) == 6457827717110365317


def test_seed_determines_only_unstated_outcomes():
    headers = f"{HEADERS}Seed: 5\nDeck Anna: 3 Kong / 3 Lash / 3 Muse\nDeck Ben: 30 Kong\n"
    output = parse(f"{headers}Plays\nchance: Anna draws Muse\n")
    first = replay(EPIC, parse(headers))
    second = replay(EPIC, output)
    drawn = [step.words for step in second.steps]
    assert (len(first.steps), drawn[0]) == (5, "Anna draws Muse")
    assert [step.actor for step in first.steps] == ["chance"] * 5
    assert replay(EPIC, parse(headers)).final.digest() == first.final.digest()
    other = replace(output, headers=(*output.headers[:-1], Header("Seed", "none")))
    assert len(replay(EPIC, other).steps) == 1


def test_several_plays_on_one_line_are_separate_plays():
    record = parse(f"{HEADERS}Plays\n# first\nB: keep / A: keep / pass / *: Ben draws Kong  # last\n")
    assert [(play.actor, play.words, play.place.column) for play in record.plays] == [
        ("Ben", "keep", 4),
        ("Anna", "keep", 11),
        ("Anna", "pass", 21),
        ("chance", "Ben draws Kong", 28),
    ]
    assert [play.notes.above for play in record.plays] == [("first",), (), (), ()]
    assert [play.notes.comment for play in record.plays] == ["", "", "", "last"]


def test_decklist_accepts_shortened_names():
    record = parse(f"{HEADERS}Deck Anna: 3 pal gua / 3 kon\nDeck Ben: 5 trice\n")
    opening = replay(EPIC, record).initial_state
    assert isinstance(opening, EpicState)
    assert sorted({card for cards in [opening.lists[0] or ()] for card in cards}) == [
        "Kong",
        "Palace Guard",
    ]
    with pytest.raises(RecordError, match="'angel of' could mean Angel of Death or Angel of Light or"):
        replay(EPIC, parse(f"{HEADERS}Deck Anna: 3 angel of\n"))


def test_order_of_triggers_can_be_one_line():
    fields = {"Anna_hand": "Kong", "Anna_champion": "Fire Shaman", "Ben_champion": "Human Token"}
    whole = judged(
        "Anna: play Kong\nAnna: resolve Fire Shaman: ally\nAnna: target Ben\nAnna: target Human Token", **fields
    )
    for order in ("resolve Fire Shaman, Kong", "r fire shaman: ally, kong: tribute"):
        line = judged(f"Anna: play Kong\nAnna: {order}\nAnna: target Ben\nAnna: target Human Token", **fields)
        assert (line.verdict, line.final.digest()) == (Verdict.LEGAL, whole.final.digest())
    wrong = judged("Anna: play Kong\nAnna: resolve Muse, Kong", **fields)
    assert wrong.verdict is Verdict.ILLEGAL


def test_trigger_name_with_comma_is_one_part():
    assert EPIC.notation.parts(0, "resolve Anna's Elara, the Lycomancer#2 gone: loyalty, Kong: tribute") == [
        "resolve Anna's Elara, the Lycomancer#2 gone: loyalty",
        "resolve Kong: tribute",
    ]


def test_trigger_name_beginning_like_player_is_not_a_player():
    waiting = "".join(
        f"Waiting: Anna: {each}\n" for each in ("Kong: tribute", "Pyromancer: tribute", "Fire Shaman: ally")
    )
    table = "Anna champion: Kong, Pyromancer, Fire Shaman\nKonrad champion: 3 Palace Guard\nKonrad discard: Kong\n"
    headers = HEADERS.replace("Ben", "Konrad")
    position = f"Position\nTurn: Anna 5\nAnna health: 20\nKonrad health: 20\n{table}{waiting}"
    plays = ("resolve Pyromancer: tribute", "target Konrad", "resolve Kong: tribute", "target Palace Guard")
    record = parse(f"{headers}{position}Plays\n" + "".join(f"Anna: {each}\n" for each in plays))
    text = write_compact(EPIC, record)
    assert text.endswith("Plays\nA: pyr: tribute / Konrad / A: kon: tribute / pg#1\n")
    assert replay(EPIC, parse(text)).final.digest() == replay(EPIC, record).final.digest()


def test_opening_hand_is_one_line_with_limited_cards():
    decks = "Deck Anna: 6 Kong / 6 Lash\nDeck Ben: 6 Muse / 6 Lash\n"
    hands = "chance: Anna draws 3 Kong, 2 Lash\n*: B muse, 4 lash"
    assert replay(EPIC, parse(f"{HEADERS}{decks}Plays\n{hands}\nBen: keep\n")).verdict is Verdict.LEGAL
    wrong = replay(EPIC, parse(f"{HEADERS}{decks}Plays\nchance: Anna draws 4 Kong, 2 Lash\n"))
    assert reasons(wrong)[0] == ("1.6.1", "It is Ben who draws.")


def test_write_compact_illegal_record_raises():
    with pytest.raises(ValueError, match="only a legal record has a short form; this one is illegal"):
        write_compact(EPIC, parse(f"{HEADERS}Ben: pass\n"))


@given(st.integers(0, 3), st.data())
@settings(max_examples=40, deadline=None)
def test_damaged_compact_record_is_replayed_or_rejected(seed, data):
    text = write_compact(EPIC, recorded(seed)) if seed not in _SHORT else _SHORT[seed]
    _SHORT[seed] = text
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    damage = data.draw(st.text(st.sampled_from("abp:,;/*# \n123?'"), max_size=8))
    problems: tuple[str, ...] = ("replayed",)
    try:
        assert replay(EPIC, parse(text[:start] + damage + text[end:])).verdict in Verdict
    except RecordError as error:
        problems = tuple(problem.message for problem in error.problems)
    assert all(problems)


_SHORT: dict[int, str] = {}
