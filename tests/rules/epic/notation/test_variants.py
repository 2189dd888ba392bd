"""Notation of game variants: actions, moments and whole records round-trip."""

import pytest

from rules.engine.decision import Action
from rules.engine.game import Setup
from rules.epic.actions.registry import canonical
from rules.epic.engine import ENGINE
from rules.epic.notation.answers import NOTATION
from rules.epic.variants import VARIANTS
from rules.games import EPIC
from rules.judge.output.random_play import play_game
from rules.judge.record import parse, write
from rules.judge.record.errors import RecordError
from rules.judge.replay.replayer import replay
from rules.judge.replay.verdict import Verdict
from tests.rules.epic.engine.games import HUMANS, TALL
from tests.rules.epic.engine.random_games.test_variants import begin, play
from tests.rules.epic.notation.moments import described

GAMES = [
    pytest.param(slug, seed, marks=[pytest.mark.sweep] if seed else [])
    for slug in VARIANTS
    if slug != "duel"
    for seed in range(3)
]


def restored(state):
    teams = tuple(
        tuple(seat for seat, each in enumerate(state.seats) if each.team == team) for team in range(len(state.teams))
    )
    unknown = (None,) * len(state.names)
    output = teams if state.variant.shared else ()
    setup = Setup(state.names, unknown, state.first, state.version, state.variant.slug, output)
    return NOTATION.position(described(state), setup)


@pytest.mark.parametrize(("variant", "seed"), GAMES)
def test_variants_actions_and_moments_round_trip(variant, seed):
    state = begin(variant, ("RB-2017", "CR-2016-03")[seed % 2], seed)
    for number, answer in enumerate(play(state, seed, 0.004)):
        words = NOTATION.render(state, answer)
        assert canonical(state, NOTATION.read(state, answer.seat, words).action) == canonical(state, answer), words
        if number % 7 == 0:
            again = restored(state)
            assert described(again) == described(state)
            assert again.digest() == state.digest()


@pytest.mark.parametrize(("variant", "seed"), GAMES)
def test_variants_record_replays_to_same_end(variant, seed):
    count = 4 if VARIANTS[variant].shared else 3 + seed
    names = ("Anna", "Ben", "Cem", "Dora", "Eva")[:count]
    decks = tuple((HUMANS, TALL)[seat % 2] for seat in range(count))
    teams = ((0, 2), (1, 3)) if VARIANTS[variant].shared and seed else ()
    record, final, _ = play_game(EPIC, Setup(names, decks, seed, "RB-2017", variant, teams), seed)
    assert parse(write(record)) == record
    replayed = replay(EPIC, record)
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.final.digest() == final.digest()


HEADERS = "Record: 1\nGame: epic\nRules: RB-2017\nPlayers: Anna, Ben, Cem, Dora\nFirst: Anna\n"
FOUR = "Turn: Anna 5\nBen champion: Palace Guard\n"
HEALTH = "Anna health: 20\nBen health: 30\nCem health: 9\nDora health: 30\n"


def position(text, plays="1. Anna: pass\n"):
    return replay(EPIC, parse(f"{HEADERS}{text}\nPlays\n{plays}"))


def test_variants_headers_state_variant_and_teams():
    replayed = position(f"Way: Hydra\nTeams: Anna, Cem / Ben, Dora\n\nPosition\n{FOUR}Anna health: 50\nBen health: 41")
    assert replayed.verdict is Verdict.LEGAL
    state = replayed.final
    assert [team.health for team in state.teams] == [50, 41]
    assert [seat.team for seat in state.seats] == [0, 1, 0, 1]
    board = replayed.board(1, None)
    assert (board.variant, board.initiative, board.sides[3].team) == ("Hydra", "Ben's team", ("Ben", "Dora"))


def test_variants_team_with_different_health_is_error():
    with pytest.raises(RecordError, match="Anna and Cem share their health: 50 and 40 are stated"):
        position(
            f"Way: hydra\nTeams: Anna, Cem / Ben, Dora\nPosition\n{FOUR}Anna health: 50\nCem health: 40\nBen health: 9"
        )


def test_variants_departed_player_is_skipped():
    text = f"Way: free-for-all\nPosition\n{FOUR}Anna health: 20\nBen health: 30\nDora health: 30\nOut: Cem\n"
    replayed = position(text, "Anna: pass\nBen: pass\nDora: pass\n")
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.final.turn == 1
    assert replayed.board(0, None).sides[2].out


def test_variants_attack_names_attacked_player():
    text = f"Way: free-for-all\nPosition\n{FOUR}{HEALTH}Anna champion: Kong\n"
    replayed = position(text, "Anna: attack Cem with Kong\n")
    assert replayed.verdict is Verdict.LEGAL
    assert replayed.final.defender == 2
    assert "Anna attacks Cem." in replayed.board(1, None).notes
    with pytest.raises(RecordError, match="could mean attack Ben with"):
        position(text, "Anna: attack with Kong\n")


def test_variants_battle_without_defender_is_error():
    with pytest.raises(RecordError, match="write `Defender: Ben`"):
        position(f"Way: free-for-all\nPosition\n{FOUR}{HEALTH}Phase: before blocks\nAnna champion: Kong (attacking)")


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("Way: chess", "'chess' is no way of playing; duel, free-for-all"),
        ("Way: hydra\nTeams: Anna, Zoe / Ben, Dora", "'Zoe' is no player"),
        ("Gods: Anna: Furioso Nobody", "no card is called 'Furioso Nobody'"),
        ("Gods: Kong", "write `Anna: Angeline, Silver Wing"),
        ("Way: hydra\nTeams: Anna / Ben, Cem, Dora", "have equally many players, not 1 and 3"),
        ("Way: free-for-all\nGods: Anna: Kong", "Kong is not a god"),
        ("First: Ben", "is repeated"),
    ],
)
def test_headers_with_invalid_team_or_variant_are_reported(header, message):
    with pytest.raises(RecordError, match=message):
        position(f"{header}\n", "Ben: keep\n")


def test_position_team_without_health_has_starting_health():
    fields = {"Turn": ["A 1"], "A health": ["9"]}
    setup = Setup(("A", "B", "C", "D"), (None,) * 4, 0, "RB-2017", "hydra")
    assert [team.health for team in NOTATION.position(fields, setup).teams] == [9, 60]
    assert ENGINE.variants["hydra"] == 4


def test_variants_god_leaves_with_its_player():
    names, god = ("Anna", "Ben", "Cem"), "Maligus, the Dark One"
    setup = Setup(names, (None,) * 3, 0, "RB-2017", "free-for-all", (), ((god,), (god,), ()))
    health = {f"{name} health": ["20"] for name in ("Anna", "Cem")}
    state = NOTATION.position({"Turn": ["Anna 7"], "Out": ["Ben"], **health}, setup)
    assert [[state.table[cid].name for cid in seat.gods] for seat in state.seats] == [[god], [], []]
    assert list(state.owners.values()).count(1) == 0


def test_variants_gold_and_prohibitions_leave_with_their_player():
    setup = Setup(("Anna", "Ben", "Cem"), (None,) * 3, 0, "RB-2017", "free-for-all")
    state = NOTATION.position({"Turn": ["Anna 7"], **{f"{name} health": ["20"] for name in setup.names}}, setup)
    state.seats[1].bound += ("Wild",)
    state.seats[1].bans += ("gain",)
    ENGINE.apply(state, Action(1, "concede"))
    assert (state.seats[1].bound, state.seats[1].bans) == ((), ())
    assert restored(state).digest() == state.digest()
