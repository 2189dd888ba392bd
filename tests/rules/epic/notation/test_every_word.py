"""Every word of a sentence counts: a changed word changes the lines or is refused."""

import pytest

from rules.engine.decision import ActionError
from rules.epic.notation.sentences.interpreting import interpret
from rules.epic.notation.sentences.vocabulary import FILLERS
from rules.games import GAMES, require_engine
from rules.judge.record import parse
from rules.judge.replay.replayer import replay
from tests.rules.epic.notation.phrasings import judged, phrases

WITHOUT_WEIGHT = FILLERS | frozenset(
    {"a", "an", "the", "his", "her", "their", "its", "own", "he", "she", "they", "it", "which", "of"}
    # Prepositions and particles, without which the same is said.
    | {"at", "on", "with", "to", "in", "by", "out", "down", "up", "back", "home", "over", "from", "for", "each", "all"}
    | {"only", "lone", "just", "together"}
    # Nouns and verbs that say what the rest says already.
    | {"card", "cards", "champion", "champions", "token", "tokens", "damage", "health", "loyalty", "pile", "turn"}
    | {"end", "until", "step"}
)
"""Words that may be missing, each looked at: the sentence without them means the same."""
STATED_AND_CHECKED = frozenset(
    # A card behind a player's name is played or used by that player; who acts may be said where one player can.
    {"casts", "cast", "drops", "taps", "ben", "bo", "mia"}
    # What happens to a target, how strong it is, and that two are named: compared with the game where they are said.
    | {"save", "kills", "both", "(13/14)", "(13/9)", "(5/1)", "(10/10)", "two", "six"}
    # A card that is named is played, its trigger resolved or paid for; who speaks is who can act; a shorter name.
    | {"plays", "pays", "cycles", "resolves", "anna", "forcemage", "apprentice"}
    # Between a power and its target: "Pyromancer hits face" is "Pyromancer face".
    | {"hits", "pings", "shoot", "makes", "puts", "deal"}
    # Who acts where one player can, a power or choice that is named anyway, and what happens then, compared again.
    | {"lena", "cleo", "uses", "has", "choose", "does", "pay", "removes", "draws", "goes", "gold", "cave", "troll"}
    # The three amounts of Rain of Fire are those of the card: each is compared, and the one left out is what is left.
    | {"3", "5"}
    # "All 11 on Rescue Griffin" is all of it without the number, which is compared where it is said.
    | {"11"}
    # "7 to each opponent" are words of the text of one effect of Fires of Rebellion: any two of the three name it.
    | {"7", "opponent"}
    # What happens then, compared where it is said: how many die or are banished, whose champions, how strong one is.
    | {"three", "ten", "ben's", "(+4/+4)"}
    # What an effect does to the cards behind it, compared with the effect where it is said.
    | {"banishing"}
    # "Both pass" and "both players pass".
    | {"players"}
    # Between a power or an event and its target, which the rest names as well.
    | {"targeting", "shoots", "steals", "deals", "sacrifices", "play", "off"}
    # How many and whose, compared with the game where they are said; who acts where one player can.
    | {"triple", "6", "2", "nine", "one", "everything", "(10/8)", "anna's", "lena's", "jana", "kim", "marc"}
    # The number of a power and what it does, each compared where it is said.
    | {"second", "bounce"}
    # Who speaks, who can act, and verbs between a card and its target: "I use Rybas", "springs Spike Trap, 5 to both".
    | {"i", "is", "use", "mary-ann", "springs", "falls", "anything", "getting"}
    # Numbers and champions that are compared where they are said: "4 to each attacker", "Mary-Ann and her board".
    | {"4", "two:", "board"}
    # "No more tricks", "passes too"; a shorter name of Avenging Angel.
    | {"more", "too", "avenging", "angel"}
)
"""Words that may be missing since they only state what is so: with another word the sentence is refused."""
STATED_TWICE = frozenset({"1", "3"})
"""Amounts that two phrases may state: "for 3 3 on White Knight" is for 3, and 3 on it."""
CHANGES = ("not", "except", "zzyzx")
FALSE_ENDINGS = (
    "for 99",
    "(98/99)",
    "face down",
    "leaving Ben at 98",
    "and draws nine cards",
    "and gains 77 health",
    "for two gold",
    "instead of Lash",
    "in response to Lash",
    "≠ Lash",
)
"""What is true of no sentence that is tried."""


def meaning(state, seat, words):
    """Return the lines of a sentence, ``None`` where it is refused."""
    try:
        return interpret(state, seat, " ".join(words))
    except ActionError:
        return None


def sentences(*, legal=False):
    """Yield the game, who speaks, the words and the lines of every seventh sentence that is understood.

    Of an illegal play what it comes to cannot be compared: ``legal`` leaves those out.
    """
    games = {}
    for position, phrase in list(phrases())[::7]:
        each = judged(position, phrase)
        if (each.kind, each.result) != ("clear", "right") or "\n" in phrase["say"]:
            continue
        if legal and each.message != "legal":
            continue
        if position not in games:
            games[position] = replay(require_engine(GAMES["epic"]), parse(position)).final
        state = games[position]
        first, _, rest = phrase["say"].partition(" ")
        seat = state.names.index(first.rstrip(":")) if first.rstrip(":") in state.names else None
        words = (phrase["say"] if seat is None else rest).split()
        lines = meaning(state, seat, words)
        if lines is not None:
            yield state, seat, words, lines


@pytest.fixture(scope="module")
def every_sentence():
    """Return all sentences that are tried."""
    return list(sentences())


@pytest.fixture(params=[pytest.param(6, id="some"), pytest.param(1, id="every", marks=pytest.mark.sweep)])
def tried(request, every_sentence):
    """Return every sixth of the sentences, or all in a sweep."""
    return every_sentence[:: request.param]


def test_sentences_of_every_kind_are_tested(every_sentence):
    assert len(every_sentence) >= 25


def test_word_inserted_is_not_ignored(tried):
    dropped = [
        (" ".join(words), word, at)
        for state, seat, words, lines in tried
        for at in range(len(words) + 1)
        for word in CHANGES
        if meaning(state, seat, [*words[:at], word, *words[at:]]) == lines
    ]
    assert dropped == []


def test_false_statement_at_end_is_not_ignored():
    dropped = [
        (" ".join(words), ending)
        for state, seat, words, lines in list(sentences(legal=True))[::3]
        for ending in FALSE_ENDINGS
        if meaning(state, seat, [*words, *ending.split()]) == lines
    ]
    assert dropped == []


def test_word_removed_changes_meaning_unless_optional(tried):
    same = {
        words[at].casefold().strip(".,")
        for state, seat, words, lines in tried
        for at in range(len(words))
        if meaning(state, seat, [*words[:at], *words[at + 1 :]]) == lines
    }
    assert same - WITHOUT_WEIGHT <= STATED_AND_CHECKED


def test_read_repeated_word_is_not_ignored(tried):
    same = {
        words[at].casefold().strip(".,")
        for state, seat, words, lines in tried
        for at in range(len(words))
        if meaning(state, seat, [*words[: at + 1], words[at], *words[at + 1 :]]) == lines
    }
    assert same - WITHOUT_WEIGHT <= STATED_TWICE
