"""Every word of a play of Champions is consumed by the action it produces, or the line is refused."""

import random
from functools import lru_cache
from typing import Any, NamedTuple

import pytest
from hypothesis import event, example, given, reject, settings
from hypothesis import strategies as st

from rules.champions.engine import ENGINE
from rules.champions.notation.actions import WORDINGS
from rules.champions.notation.card_names import FILLERS
from rules.champions.notation.record_notation import NOTATION
from rules.champions.rules import RULES
from rules.champions.state import ChampionsState
from rules.engine.decision import Action, ActionError, AmbiguousActionError, InvalidActionError
from rules.engine.game import Setup
from rules.engine.ids import CHANCE
from rules.games import GAMES, require_engine
from rules.judge.record import RecordError, parse
from rules.judge.replay.replayer import replay
from tests.rules.champions.positions import record, table

GAME = require_engine(GAMES["champions"]).with_set("house set")
CARDS: Any = GAME.cards
VERBS = {
    "pass": ("pass", "passes", "p"),
    "concede": ("concede", "concedes", "resign", "resigns", "gg"),
    "place": ("place", "places", "put", "puts", "l", ""),
    "play": ("play", "plays", "pl", ""),
    "use": ("use", "uses", "x", "u"),
    "give up": ("give up", "gives up", "g", ""),
    "pick": ("pick", "picks", "k", ""),
    "deploy": ("deploy", "deploys", "d"),
    "put away": ("put away", "puts away"),
    "accept": ("accept", "accepts"),
    "decline": ("decline", "declines"),
    "choose": ("choose", "chooses"),
}
"""Every way to begin an action, by its canonical words; empty where the words go without saying."""
FOREIGN = (
    "now", "kong", "twice", "not", "no", "and", "then", "except", "instead", "but", "also", "seven", "again", "quickly",
    "first", "ends", "attacks", "pass", "concede", "draws", "Nobody", "7", "all", "if", "♥♥x", "漢字", "без",
)  # fmt: skip
"""Words that no card of the set has in its name, and that mean nothing where they are put in."""
PLACES = 9


class Moment(NamedTuple):
    """A game at a decision, with a legal answer and its canonical words."""

    state: ChampionsState
    action: Action
    words: str

    @property
    def seat(self) -> int:
        """Who answers."""
        assert self.state.pending is not None
        return self.state.pending.seat

    def is_read(self, words: str) -> bool:
        """Whether words are read as the answer."""
        try:
            meant = NOTATION.read(self.state, self.seat, words).action
        except ActionError:
            return False
        verb = RULES.verbs.of(self.action)
        return meant.verb == verb.name and verb.canonical(self.state, meant) == verb.canonical(self.state, self.action)


@lru_cache(maxsize=8)
def moments(seed: int) -> tuple[Moment, ...]:
    """Return the moments of a random game, among them some at which a player concedes."""
    chance = random.Random(seed)
    decks = tuple(ENGINE.random_deck(chance, CARDS) for _ in range(2))
    state = ENGINE.new_game(Setup(("Anna", "Ben"), decks, seed % 2, GAME.usual_version, cards=CARDS))
    found: list[Moment] = []
    while not state.over and len(found) < 120:
        answer = ENGINE.sample(state, chance)
        seat = state.pending.seat if state.pending is not None else CHANCE
        message = answer if seat == CHANCE or chance.random() < 0.95 else Action(seat, "concede")
        found.append(Moment(ENGINE.copy(state), message, NOTATION.render(state, message)))
        ENGINE.apply(state, answer)
    return tuple(found)


@st.composite
def typed_lines(draw: st.DrawFn) -> tuple[Moment, list[str]]:
    """Draw a moment and words that are read as its answer, in full or short, as a list."""
    every = moments(draw(st.integers(0, 5)))
    moment = every[draw(st.integers(0, len(every) - 1))]
    forms = list(NOTATION.short_forms(moment.state, moment.action))
    full = next((full for full in VERBS if f"{moment.words} ".startswith(f"{full} ")), None)
    if full is not None:
        forms += [f"{verb}{moment.words[len(full) :]}".strip() for verb in VERBS[full]]
    words = draw(st.sampled_from([form for form in forms if form and moment.is_read(form)]))
    event(f"{moment.action.verb}: {words.split()[0] if full else 'chance'}")
    return moment, words.split()


def test_every_action_notation_is_among_the_verbs_tested() -> None:
    forms = [form for row in WORDINGS.rows.values() for form in row.forms]
    assert sorted(form.full for form in forms) == sorted(VERBS)
    for form in forms:
        assert {*form.short} <= {*VERBS[form.full]}
        assert ("" in VERBS[form.full]) == bool(form.asked)


@given(typed_lines(), st.sampled_from(FOREIGN), st.integers(0, PLACES))
@settings(max_examples=300, deadline=None)
def test_foreign_word_inserted_never_yields_the_same_action(
    case: tuple[Moment, list[str]], word: str, place: int
) -> None:
    moment, words = case
    place = min(place, len(words))
    assert not moment.is_read(" ".join((*words[:place], word, *words[place:])))


@given(typed_lines(), st.sampled_from(FOREIGN), st.integers(0, PLACES))
@settings(max_examples=300, deadline=None)
def test_foreign_word_replacing_another_never_yields_the_same_action(
    case: tuple[Moment, list[str]], word: str, place: int
) -> None:
    moment, words = case
    place = min(place, len(words) - 1)
    if words[place].casefold() in {*FILLERS, word} or {word, words[place]} <= {*VERBS.get(moment.words, ())}:
        reject()
    assert not moment.is_read(" ".join((*words[:place], word, *words[place + 1 :])))


@given(typed_lines(), st.integers(0, PLACES))
@settings(max_examples=300, deadline=None)
def test_repeated_word_never_yields_the_same_action(case: tuple[Moment, list[str]], place: int) -> None:
    moment, words = case
    place = min(place, len(words) - 1)
    if words[place].casefold() in FILLERS:
        reject()
    assert not moment.is_read(" ".join((*words[: place + 1], *words[place:])))


@given(typed_lines(), st.integers(0, PLACES))
@settings(max_examples=300, deadline=None)
def test_word_removed_is_part_of_name_or_optional(case: tuple[Moment, list[str]], place: int) -> None:
    moment, words = case
    place = min(place, len(words) - 1)
    left = words[:place] + words[place + 1 :]
    if not left or not moment.is_read(" ".join(left)):
        return
    gone = words[place]
    names = [moment.state.table[cid].name for cid in moment.action.refs]
    in_a_name = any(len(part) > 1 for part in left) and gone not in ("in", "with", "from", "up", "not")
    verbs = {verb for forms in VERBS.values() for verb in forms}
    assert names
    assert gone == "lane" or gone in verbs or in_a_name


@given(typed_lines(), typed_lines(), st.sampled_from((". ", ", ", " and ", " then ", "; ", ": ", " / ", " ")))
@settings(max_examples=300, deadline=None)
def test_second_sentence_is_never_ignored(
    case: tuple[Moment, list[str]], other: tuple[Moment, list[str]], between: str
) -> None:
    moment, words = case
    for player in ("", "Ben ", "Ben: "):
        assert not moment.is_read(f"{' '.join(words)}{between}{player}{' '.join(other[1])}")


@given(typed_lines(), st.sampled_from(FOREIGN))
@settings(max_examples=200, deadline=None)
@example((moments(0)[0], moments(0)[0].words.split()), "now")
def test_words_behind_a_play_are_marked_as_unparsed(case: tuple[Moment, list[str]], word: str) -> None:
    moment, words = case
    text = " ".join((*words, word))
    with pytest.raises((InvalidActionError, AmbiguousActionError)) as raised:
        NOTATION.read(moment.state, moment.seat, text)
    if isinstance(raised.value, InvalidActionError):
        assert word in raised.value.unparsed
        assert raised.value.unparsed in text


UNPARSED = [
    ("play Gate Guard with Ilse now", "now"),
    ("plays Gate Guard and draws Second Wind", "and draws Second Wind"),
    ("pass. Ben plays Gate Guard", ". Ben plays Gate Guard"),
    ("use Pit Drover twice", "twice"),
    ("place Ilse in lane 2 face down", "Ilse in lane 2 face down"),
    ("Gate Guard instead of Mending Light", "Gate Guard instead of Mending Light"),
    ("paly Gate Guard", "paly Gate Guard"),
    ("play Gaet Guard", "Gaet Guard"),
]


@pytest.mark.parametrize(("words", "unparsed"), UNPARSED)
def test_read_invalid_words_marks_unparsed_part(words: str, unparsed: str) -> None:
    at = table("Anna hand: Gate Guard, Mending Light, Second Wind")
    with pytest.raises(InvalidActionError) as raised:
        at.game.notation.read(at.state, 0, words)
    assert raised.value.unparsed == unparsed


def test_name_in_hand_and_on_table_is_ambiguous() -> None:
    at = table("Anna hand: Lantern Bearer", "Anna lane 2: Warden of the Ford / Lantern Bearer")
    with pytest.raises(AmbiguousActionError) as raised:
        at.game.notation.read(at.state, 0, "Lantern Bearer")
    assert raised.value.candidates == ["play Lantern Bearer", "use Lantern Bearer"]
    assert at.game.notation.read(at.state, 0, "use Lantern Bearer").action.verb == "use"


@pytest.mark.parametrize("words", ["play Gate Guard with the", "play Gate Guard with of the", "use the"])
def test_read_filler_alone_raises(words: str) -> None:
    at = table("Anna hand: Gate Guard")
    with pytest.raises(InvalidActionError):
        at.game.notation.read(at.state, 0, words)


@pytest.mark.parametrize("filler", sorted(FILLERS))
def test_read_filler_before_name_is_ignored(filler: str) -> None:
    at = table("Anna hand: Gate Guard, Mending Light")
    with_filler = at.game.notation.read(at.state, 0, f"play {filler} Gate Guard with {filler} Ilse").action
    assert with_filler == at.game.notation.read(at.state, 0, "play Gate Guard with Ilse").action


def test_record_with_invalid_play_marks_unparsed_part() -> None:
    text = record("Anna hand: Gate Guard", plays=("Anna: play Gate Guard with Ilse twice",))
    with pytest.raises(RecordError) as raised:
        replay(GAME, parse(text))
    problem = raised.value.problems[0]
    assert (problem.unparsed, problem.message) == (
        "twice",
        "'twice' behind Ilse Lampwright is not understood; without it: `play Gate Guard with Ilse Lampwright`",
    )
