"""Hypothesis strategies for records."""

from hypothesis import strategies as st

from rules.judge.record import (
    CHANCE_NAME,
    Branch,
    Deck,
    DeckLine,
    Header,
    Notes,
    Play,
    Position,
    PositionField,
    Record,
)

PLAYERS = ("Anna", "Ben")
_WORD = st.text(st.sampled_from("abcXYZ019'#.,;-é漢\"()*"), min_size=1, max_size=8)
_SAFE_WORD = _WORD.filter(lambda word: not word.startswith("#"))
# A word that starts with # is text only before a digit, and never at the beginning.
SENTENCE = st.lists(_SAFE_WORD, min_size=1, max_size=5).map(" ".join)
COMMENT = st.lists(
    st.text(st.sampled_from("abc#{}[]: 019é"), min_size=1, max_size=8).map(lambda text: " ".join(text.split())),
    max_size=3,
).map(lambda words: " ".join(" ".join(words).split()).lstrip("#").strip())
CLOCK = st.sampled_from(("", "", "14:05", "1:23:45", "0:00"))
NOTES = st.builds(Notes, st.lists(COMMENT, max_size=2).map(tuple), COMMENT, CLOCK)
_KEY = st.sampled_from(("Event", "Table", "Judge", "Round of", "Date"))
_DECK_LINE = SENTENCE.filter(
    lambda text: not text.lower().startswith(("unknown", "deck", "position", "plays")) and ":" not in text
)
_FIELD_KEY = st.sampled_from(("Turn", "Phase", "Anna health", "Ben champion", "Anna's hand"))


@st.composite
def records(draw):
    """Records of the canonical form: every one of them can be written."""
    values = [("Record", "1"), ("Game", draw(SENTENCE)), ("Rules", draw(SENTENCE))]
    values += [("Players", ", ".join(PLAYERS)), ("First", draw(st.sampled_from(PLAYERS)))]
    extra = draw(st.lists(_KEY, unique=True, max_size=3))
    headers = [Header(key, value, draw(NOTES)) for key, value in (*values, *((key, draw(SENTENCE)) for key in extra))]
    decks = [
        Deck(
            name,
            draw(st.none() | st.lists(st.builds(DeckLine, _DECK_LINE, NOTES), min_size=1, max_size=4).map(tuple)),
            draw(NOTES),
        )
        for name in draw(st.lists(st.sampled_from(PLAYERS), unique=True))
    ]
    field = st.builds(PositionField, _FIELD_KEY, st.just("") | SENTENCE, NOTES)
    position = draw(st.none() | st.builds(Position, st.lists(field, max_size=4).map(tuple), NOTES))
    play = st.builds(Play, st.sampled_from((*PLAYERS, CHANCE_NAME)), SENTENCE, NOTES)
    plays = draw(st.lists(play, max_size=6).map(tuple))
    branch = st.builds(
        Branch, st.sampled_from(("claimed", "ruled", "what if")), st.lists(play, max_size=3).map(tuple), NOTES
    )
    branches = draw(st.lists(branch, max_size=2, unique_by=lambda each: each.name).map(tuple))
    heading = draw(NOTES) if plays else Notes()
    tail = draw(st.lists(COMMENT, max_size=2).map(tuple))
    return Record(tuple(headers), tuple(decks), position, plays, heading, tail, branches)
