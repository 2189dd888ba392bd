"""How answers of Champions are written: one row for each verb, its words and how they are read.

=================================  ===================================================================================
words                              meaning
=================================  ===================================================================================
``place Ilse in lane 2``           put a Champion onto a lane, counted from the own left
``play Ford Pikes with Ilse``      play a card; ``with`` may be left out where only one Champion can
``use Bram``                       use a Heroic Act; ``use Bram in lane 2`` where several have the name
``pass``                           pass on all actions that are left
``give up Gate Guard``             what the Empty Deck Check asks for
``concede``                        at any decision
``Anna draws Gate Guard``          by chance; several in a row with commas
``Anna reveals Long Dawn``         by chance
=================================  ===================================================================================
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from rules.champions.cards import CardType
from rules.champions.effects import text_of
from rules.champions.engine import ENGINE
from rules.champions.notation.naming import called, of_words
from rules.champions.state import ChampionsState
from rules.champions.state.places import on_field
from rules.engine.decision import AmbiguousAnswerError, Answer, InvalidAnswerError
from rules.engine.ids import CHANCE


class Wording(NamedTuple):
    """The row of a verb: what its words look like, how they are written and read."""

    form: re.Pattern[str]
    example: str
    write: Callable[[ChampionsState, Answer], str]
    read: Callable[[ChampionsState, int, re.Match[str]], Answer]


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"^\s*{pattern}[\s.]*$", re.IGNORECASE)


def render(state: ChampionsState, answer: Answer) -> str:
    """Return the words after the actor's name for an answer."""
    return WORDINGS[answer.verb].write(state, answer)


def read(state: ChampionsState, seat: int, words: str) -> Answer:
    """Return the answer that words mean; reading changes nothing.

    Raises:
        InvalidAnswerError: not understood. AmbiguousAnswerError: they could mean several things.
    """
    for row in WORDINGS.values():
        found = row.form.match(words)
        if found:
            return row.read(state, seat, found)
    known = "; ".join(f"`{row.example}`" for row in WORDINGS.values())
    raise InvalidAnswerError(f"{words!r} is no answer; answers are {known}")


def verb_of(words: str) -> str:
    """Return the verb that words begin an answer with, empty for none."""
    return next((verb for verb, row in WORDINGS.items() if row.form.match(words)), "")


def _a_player(state: ChampionsState, seat: int) -> int:
    if seat == CHANCE:
        raise InvalidAnswerError(f"chance draws and reveals: write, for example, `{state.names[0]} draws Gate Guard`")
    return seat


def _cards(state: ChampionsState, seat: int, kind: CardType) -> list[int]:
    """Return all cards of a kind that a player has, those in hand first: the first of a name is meant."""
    hand = state.seats[seat].hand
    every = [cid for cid, owner in state.owners.items() if owner == seat and state.table[cid].kind is kind]
    return sorted(every, key=lambda cid: (cid not in hand, cid))


def _named(state: ChampionsState, seat: int, words: str, kind: CardType) -> int:
    """Return the card of a player that a name means, the one in hand first."""
    hand = [cid for cid in state.seats[seat].hand if state.table[cid].kind is kind]
    try:
        return of_words(state, seat, words, hand)
    except InvalidAnswerError:
        every: dict[str, int] = {}
        for cid in _cards(state, seat, kind):
            every.setdefault(state.table[cid].name, cid)
        return of_words(state, seat, words, list(every.values()))


def _champions(state: ChampionsState, seat: int) -> list[int]:
    return [lane.champion.cid for lane in state.seats[seat].lanes if lane.champion is not None]


def _write_place(state: ChampionsState, answer: Answer) -> str:
    return f"place {state.table[answer.refs[0]].name} in lane {answer.option}"


def _read_place(state: ChampionsState, seat: int, found: re.Match[str]) -> Answer:
    waiting = state.seats[_a_player(state, seat)].waiting
    every = waiting or _cards(state, seat, CardType.CHAMPION)
    try:
        cid = of_words(state, seat, found["card"], sorted(every))
    except InvalidAnswerError:
        cid = of_words(state, seat, found["card"], _cards(state, seat, CardType.CHAMPION))
    return Answer(seat, "place", (cid,), int(found["lane"]))


def _write_play(state: ChampionsState, answer: Answer) -> str:
    leader = called(state, answer.seat, answer.refs[1], _champions(state, answer.seat))
    return f"play {state.table[answer.refs[0]].name} with {leader}"


def _read_play(state: ChampionsState, seat: int, found: re.Match[str]) -> Answer:
    champions = _champions(state, _a_player(state, seat))
    cid = _named(state, seat, found["card"], CardType.ACTION)
    if found["leader"]:
        return Answer(seat, "play", (cid, of_words(state, seat, found["leader"], champions)))
    answers = [Answer(seat, "play", (cid, leader)) for leader in champions]
    if state.pending is None or not answers:
        raise InvalidAnswerError("nobody can play a card now")
    able = [answer for answer in answers if not ENGINE.check(state, answer)]
    if len(able) == 1 or len(answers) == 1:
        return (able or answers)[0]
    raise AmbiguousAnswerError(found[0], [_write_play(state, answer) for answer in able or answers])


def _write_use(state: ChampionsState, answer: Answer) -> str:
    field = [place.piece.cid for place in on_field(state, answer.seat)]
    return f"use {called(state, answer.seat, answer.refs[0], field)}"


def _read_use(state: ChampionsState, seat: int, found: re.Match[str]) -> Answer:
    field = [place.piece.cid for place in on_field(state, _a_player(state, seat))]
    acting = [cid for cid in field if any(line.when == "act" for line in text_of(state.table[cid]).lines)]
    try:
        return Answer(seat, "use", (of_words(state, seat, found["card"], acting),))
    except InvalidAnswerError:
        return Answer(seat, "use", (of_words(state, seat, found["card"], field),))


def _write_plain(_state: ChampionsState, answer: Answer) -> str:
    return answer.verb


def _read_plain(state: ChampionsState, seat: int, found: re.Match[str]) -> Answer:
    return Answer(_a_player(state, seat), found["verb"].lower())


def _plain(verb: str) -> Wording:
    return Wording(_form(f"(?P<verb>{verb})"), verb, _write_plain, _read_plain)


def _givable(state: ChampionsState, seat: int) -> list[int]:
    field = [place.piece.cid for place in on_field(state, seat) if place.row != "champion"]
    return [*field, *state.seats[seat].hand]


def _write_give(state: ChampionsState, answer: Answer) -> str:
    return f"give up {called(state, answer.seat, answer.refs[0], _givable(state, answer.seat))}" + (
        " from hand" if answer.refs[0] in state.seats[answer.seat].hand else ""
    )


def _read_give(state: ChampionsState, seat: int, found: re.Match[str]) -> Answer:
    cards = _givable(state, _a_player(state, seat))
    if found["hand"]:
        cards = state.seats[seat].hand
    return Answer(seat, "give", (of_words(state, seat, found["card"], cards),))


def _by_chance(verb: str, words: str, kind: CardType) -> Wording:
    def write(state: ChampionsState, answer: Answer) -> str:
        return f"{state.names[answer.option]} {words} {state.table[answer.refs[0]].name}"

    def read_outcome(state: ChampionsState, seat: int, found: re.Match[str]) -> Answer:
        player = player_of(state, found["player"])
        if seat not in (CHANCE, player):
            raise InvalidAnswerError(f"{state.names[player]} {words} by chance: write `chance: {found[0].strip()}`")
        owned = _cards(state, player, kind)
        pile = [cid for group in state.seats[player].deck[:1] for cid in group]
        cards = pile if verb == "draw" else state.seats[player].hidden
        names: dict[str, int] = {}
        for cid in (*sorted(cards), *owned):
            names.setdefault(state.table[cid].name, cid)
        return Answer(CHANCE, verb, (of_words(state, player, found["card"], list(names.values())),), player)

    return Wording(_form(rf"(?P<player>\S.*?) {words} (?P<card>.+?)"), f"Anna {words} Gate Guard", write, read_outcome)


def player_of(state: ChampionsState, words: str) -> int:
    """Return the seat of the player that words name, or begin the name of.

    Raises:
        InvalidAnswerError: nobody is called so, or several are.
    """
    key = words.casefold()
    fits = [seat for seat, name in enumerate(state.names) if name.casefold() == key]
    fits = fits or [seat for seat, name in enumerate(state.names) if name.casefold().startswith(key)]
    if len(fits) != 1:
        raise InvalidAnswerError(f"{words!r} is not one of {', '.join(state.names)}")
    return fits[0]


WORDINGS: Final[dict[str, Wording]] = {
    "pass": _plain("pass"),
    "concede": _plain("concede"),
    "draw": _by_chance("draw", "draws", CardType.ACTION),
    "reveal": _by_chance("reveal", "reveals", CardType.BLESSING),
    "place": Wording(
        _form(r"place (?P<card>.+?) in (?:lane )?(?P<lane>[1-4])"),
        "place Pit Drover in lane 3",
        _write_place,
        _read_place,
    ),
    "use": Wording(_form(r"use (?P<card>.+?)"), "use Sister Vane", _write_use, _read_use),
    "give": Wording(
        _form(r"give up (?P<card>.+?)(?P<hand> from (?:the )?hand)?"), "give up Gate Guard", _write_give, _read_give
    ),
    "play": Wording(
        _form(r"play (?P<card>.+?)(?: with (?P<leader>.+?))?"),
        "play Gate Guard with Ilse Lampwright",
        _write_play,
        _read_play,
    ),
}
"""Every verb of the engine; what is read first stands first."""
