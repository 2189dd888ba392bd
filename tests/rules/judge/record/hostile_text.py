"""Hypothesis strategies for hostile texts that resemble records."""

from hypothesis import strategies as st

NAMES = (
    "Anna", "Ben", "Wayne", "Deck", "Position", "Plays", "Branch", "Seed", "1", "7 of Nine", "12", "Ann", "É\u0301va",
    "漢字", "Dr. No", "First", "Record", "unknown", "#1", "O'Neil", "A", "B*", "*x", "shuffle", "Turn", "a/b", "- x",
    "a  b", "None", "Plays x", "Game", "“Q”", "ß", "Way", "x\u200by", "\u3000z", "3. C", "İx", "2.", "Deck Anna",
    "a / b", "Position x", "Record 2", "%clk", "Te\x85am", "a\u2028b",
)  # fmt: skip
BITS = (
    "Kong", "#", " # c", "#3", "Wolf#2", "{c}", "{ x: y }", "[14:05]", "[%clk 0:12:30]", "[1:2", "[9]", "/", " / ",
    " / Ben: ", " / B:", "/x", ":", "::", " : ", "pass", "a", '"', "”", "’", "–", "\u00a0", "\u200b", "\uff1a", "{",  # noqa: RUF001 - typed so
    "}", "*", "*:", "chance", "chance: Anna draws Kong", "Deck", "Position", "Plays", "Branch", "1.", "12. ", "3)",
    "0", " ", "  ", "\t", "unknown", "Unknown", ";", ",", "é", "e\u0301", "\u2028", "\x85", "\ufeff", "漢", "Deck Anna",
    "\\", "# #", "##", "# ", " #a", " {}", "{ }", "[", "] ", "[0:00]", ". ", "...", "-", "=",
)  # fmt: skip
HEADINGS = (
    "Position", "position:", "Plays", "plays:", "PLAYS # c", "Plays [1:00]", "Position {x}", "Plays: x", "Position: x",
    "Branch claimed", "Branch ruled:", "Branch a b", "branch claimed # x", "Branch", "Deck",
)  # fmt: skip
DECK_LINES = (
    "3 Kong", "Kong", "unknown", "1x Muse # hi", "Champion: Kong", ": x", "Kong: #3", "Sideboard:", "2 a/b",
    "Unknown {x}", "unknown:", "Deck [1:00]", "3 Kong / Plays",
)  # fmt: skip
FIELDS = ("Turn", "Phase", "Event", "Judge", "Way", "Anna health", "Ben hand", "Anna", "Ben hand x", "12. Turn", "Seed")
NOTES = (" # c", " {x}", " [1:00]", "#", " #3", " # a # b", "  {a} {b} # c")

_PIECE = st.lists(st.sampled_from(BITS), max_size=4).map("".join)
_WORDS = st.builds("{}{}".format, st.sampled_from(("", "pass", "play Kong", "target Kong")), _PIECE)


@st.composite
def hostile_texts(draw: st.DrawFn) -> str:
    """Draw a text with the headers of a record, in any order, and hostile lines among and after them."""
    players = draw(st.just(["Anna", "Ben"]) | st.lists(st.sampled_from(NAMES), min_size=2, max_size=3, unique=True))
    first = draw(st.sampled_from(players))
    headers = ["Game: epic", "Rules: RB-2017", f"Players: {', '.join(players)}", f"First: {first}"]
    headers = ["Record: 1", *draw(st.just(headers) | st.permutations(headers))]
    key = st.sampled_from(("Way", "Event", "Seed", "X y", "Round", "3", "12.", "a", "chance", "*", first))
    for line in draw(st.lists(st.builds("{}: {}".format, key, _WORDS), max_size=1)):
        headers.insert(draw(st.integers(1, len(headers))), line)
    for note in draw(st.lists(st.sampled_from(NOTES), max_size=1)):
        headers[draw(st.integers(0, len(headers) - 1))] += note
    return "\n".join((*headers, *draw(st.lists(_line(players), max_size=7)))) + "\n"


def _line(players: list[str]) -> st.SearchStrategy[str]:
    number = st.sampled_from(("", "", "1. ", "3) ", "12 ", "1."))
    actor = st.sampled_from((*players, "chance", "*", "shuffle", "A", "B"))
    colon = st.sampled_from((":", ": ", " : ", " ", "\uff1a", ":\u00a0"))
    play = st.builds("{}{}{}{}".format, number, actor, colon, _WORDS)
    after = st.sampled_from(("", ":", ": unknown", ": 3 Kong / 2 Muse", " #x", " [1:00]"))
    deck = st.builds("Deck {}{}{}".format, st.sampled_from(players), after, _PIECE)
    card = st.builds("{}{}".format, st.sampled_from(DECK_LINES), _PIECE)
    field = st.builds("{}:{}{}".format, st.sampled_from(FIELDS), st.sampled_from(("", " ")), _WORDS)
    comment = st.builds("#{}".format, _PIECE) | st.builds("{{{}}}".format, _PIECE)
    return play | play | deck | card | st.sampled_from(HEADINGS) | field | _PIECE | comment | st.just("")
