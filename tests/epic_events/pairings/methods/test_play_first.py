"""Choice of the first player."""

from hypothesis import given
from hypothesis import strategies as st

from epic_events.events.models import Stage
from epic_events.pairings.methods.play_first import (
    Choice,
    ChoiceReason,
    PlayFirst,
    before_deciding_game,
    before_first_game,
    choose_at_random,
)

KEYS = st.lists(st.integers(1, 10**9), min_size=2, max_size=2, unique=True).map(lambda keys: (keys[0], keys[1]))


@given(st.integers(0, 2**48), KEYS)
def test_choose_at_random_is_independent_of_seat(seed, players):
    place = choose_at_random(seed, players)
    assert place == choose_at_random(seed, players)
    assert players[place - 1] == players[::-1][choose_at_random(seed, players[::-1]) - 1]


def test_choose_at_random_is_platform_independent():
    assert [choose_at_random(seed, (3, 9)) for seed in range(8)] == [1, 1, 2, 2, 2, 1, 1, 1]


def test_choose_at_random_is_even_over_many_rounds():
    chosen = sum(choose_at_random(seed, (1, 2)) == 1 for seed in range(2000))
    assert 850 < chosen < 1150


def test_play_first_by_seed_chooses_better_seed():
    assert before_first_game(PlayFirst.SEED, 1, (5, 6), (8, 1)) == Choice(2, ChoiceReason.SEED)
    assert before_first_game(PlayFirst.SEED, 1, (5, 6), (2, 7)) == Choice(1, ChoiceReason.SEED)
    assert before_deciding_game(PlayFirst.SEED_DECIDES, 3, (2, 7)) == Choice(1, ChoiceReason.SEED)
    assert before_deciding_game(PlayFirst.SEED_DECIDES, 3) == Choice(None, ChoiceReason.LOSER)
    assert before_first_game(PlayFirst.RANDOM, 4, (5, 6), (2, 7)) == Choice(
        choose_at_random(4, (5, 6)), ChoiceReason.CHANCE
    )
    assert before_first_game(PlayFirst.SEED, 1, (5, 6)).why is ChoiceReason.CHANCE
    assert before_first_game(PlayFirst.SEED_DECIDES, 1, (5, 6), (8, 1)).why is ChoiceReason.CHANCE
    assert before_deciding_game(PlayFirst.SEED_DECIDES, 3, (8, 1)) == Choice(2, ChoiceReason.SEED)
    assert before_deciding_game(PlayFirst.SEED, 3, (8, 1)) == Choice(None, ChoiceReason.LOSER)
    assert before_deciding_game(PlayFirst.RANDOM, 1) is None


def test_play_first_values_match_model():
    assert [rule.value for rule in PlayFirst] == list(Stage.PlayFirst.values)
    assert [why.value for why in ChoiceReason] == ["chance", "seed", "loser"]
